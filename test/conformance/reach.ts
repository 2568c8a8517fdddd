/**
 * Whether the interface is at the base address, and whether it accepts the credentials. Asked with reads that exist in
 * every account, before the names given by the caller are verified.
 */
import type { Api } from "./api.ts";
import { type Answer, NoAnswer } from "./exchange.ts";
import { succeeded, told, unknownPath } from "./judge.ts";
import { Misnamed } from "./misnamed.ts";

export interface Reach {
  /** A read without a name succeeded. Otherwise no refusal is about the name in a path. */
  readonly letIn: boolean;
}

/** An answer of the interface itself: not an error page, a gateway's answer, a redirect or an unknown path. */
const speaks = (answer: Answer): boolean =>
  typeof answer.body === "object" &&
  answer.body !== null &&
  !unknownPath(answer) &&
  !(answer.status >= 300 && answer.status < 400) &&
  answer.status < 500;

/** The answer, or undefined if none came: another operation may still be answered. */
export async function ifAnswered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/**
 * Reads the rewards, then the account, then a named promotion, until one of them succeeds.
 * @throws Misnamed if nothing of the interface answers, or if header credentials are refused
 * @throws NoAnswer if no connection can be made; NoToken
 */
export async function reach(
  api: Api,
  auth: "oauth" | "headers",
  promotion: string | undefined,
): Promise<Reach> {
  const asked: Answer[] = [];
  let failed: NoAnswer | undefined;
  const asks = [
    () => api.rewards(),
    () => api.account(),
    ...(promotion === undefined ? [] : [() => api.promotion(promotion)]),
  ];
  for (const ask of asks) {
    try {
      const answer = await ask();
      if (succeeded(answer) && speaks(answer)) return { letIn: true };
      asked.push(answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      failed ??= error;
    }
  }
  if (!asked.some(speaks)) {
    if (failed) throw failed;
    throw new Misnamed("base-url", undefined, `nothing of the interface is there: ${toldAll(asked)}`);
  }
  // A token has proven the key. With header credentials nothing has proven it.
  if (auth === "headers" && asked.filter(speaks).every(({ status }) => status === 401 || status === 403))
    throw new Misnamed("auth", auth, `key and secret are refused: ${toldAll(asked)}`);
  return { letIn: false };
}

const toldAll = (answers: readonly Answer[]) => answers.map(told).join(", ");
