/**
 * Finds out why no answer arrived. To a page, an answer that its origin may not read looks like a broken connection.
 * The token server's public files are readable for every origin, so they show the difference.
 */
import { type Answer, isText, type Loose } from "./api.ts";

/**
 * The answer that replaces one that did not arrive.
 * @param again repeats the call: a connection that broke for a moment looks the same
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

/** Whether a token server answers at this address now; no cache is used. */
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
