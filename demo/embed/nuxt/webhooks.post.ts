import { receive } from "../site";

export default defineEventHandler((event) => receive(toWebRequest(event), process.env));
