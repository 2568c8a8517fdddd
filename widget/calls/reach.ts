/**
 * Why nothing came back. A browser tells a page nothing of an answer that is not meant for its origin: it looks like a broken
 * connection. The token server's public files are meant for every origin, so they tell the two apart.
 */
import { type Answer, isText, type Loose } from "./api.ts";

/**
 * The answer in place of one that did not come.
 * @param again asks once more: a connection that broke for a moment looks alike
 * @param server the token server's address
 */
export async function explain<T>(
  answer: Answer<T>,
  again: () => Promise<Answer<T>>,
  fetcher: typeof fetch,
  server: string,
): Promise<Answer<T>> {
  if (!isUnheard(answer) || !(await isThere(fetcher, server))) return answer;
  const second = await again();
  return isUnheard(second) ? { ok: false, failure: { code: "origin_not_allowed" } } : second;
}

const isUnheard = (answer: Answer<unknown>): boolean => !answer.ok && answer.failure.code === "offline";

/** Whether a token server answers there, now: no cache is asked. */
async function isThere(fetcher: typeof fetch, server: string): Promise<boolean> {
  try {
    const response = await fetcher(`${server.replace(/\/+$/, "")}/widget/latest.json`, {
      cache: "no-store",
      credentials: "omit",
    });
    const told = (await response.json()) as Loose;
    return response.ok && isText(told?.version);
  } catch {
    return false;
  }
}
