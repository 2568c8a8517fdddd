/** The first answer that the front page's element gets: asked of the sandbox when the site is built, so that no card waits for it. */
import { pathToFileURL } from "node:url";
import { FRONT_SKUS } from "./front.ts";

/** @param file the built sandbox @returns the answer as JSON */
export async function recordOpening(file: string): Promise<string> {
  const { createSandbox }: typeof import("../../demo/sandbox/sandbox.ts") = await import(
    pathToFileURL(file).href
  );
  const sandbox = await createSandbox();
  try {
    const { session_token } = await sandbox.session({ skus: FRONT_SKUS });
    const body = new URLSearchParams({ session_token, locale: "" });
    const answer = await sandbox.fetch(`${sandbox.server}/v1/opening`, { method: "POST", body });
    if (!answer.ok) throw new Error(`the sandbox opened nothing: ${answer.status}`);
    return await answer.text();
  } finally {
    await sandbox.close();
  }
}
