import { env } from "$env/dynamic/private";
import { receive } from "$lib/server/site";

export const POST = ({ request }: { request: Request }) => receive(request, env);
