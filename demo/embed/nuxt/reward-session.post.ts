import { openSession } from "../site";

export default defineEventHandler((event) => openSession(toWebRequest(event), process.env));
