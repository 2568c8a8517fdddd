import { env } from "$env/dynamic/private";
import { openSession } from "$lib/server/site";

export const POST = ({ request }: { request: Request }) => openSession(request, env);
