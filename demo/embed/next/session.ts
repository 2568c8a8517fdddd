import { openSession } from "../site";

export const POST = (request: Request) => openSession(request, process.env);
