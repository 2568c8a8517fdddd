/**
 * Whether the interface is to be found at the base address at all, and whether it lets the caller in: asked of what exists in every
 * account, before anything is said about what the caller named there.
 */
import type { Api } from "./api.ts";
import { type Answer, NoAnswer } from "./exchange.ts";
import { succeeded, told, unknownPath } from "./judge.ts";
import { Misnamed } from "./misnamed.ts";

export interface Reach {
  /** A read that names nothing was answered; without this, no refusal is about what a path names. */
  readonly letIn: boolean;
}

/** An answer that only something with JSON for this path gives: no error page, gateway, redirect or unknown path. */
const speaks = (answer: Answer): boolean =>
  typeof answer.body === "object" &&
  answer.body !== null &&
  !unknownPath(answer) &&
  !(answer.status >= 300 && answer.status < 400) &&
  answer.status < 500;

/** The answer, or undefined where none came: another operation may be answered all the same. */
export async function ifAnswered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/**
 * Asks for the rewards, then for the account, then for the promotion where one is named, until one of them is answered.
 * @throws Misnamed where nothing of the interface answers, or where header credentials are refused
 * @throws NoAnswer where no connection can be made; NoToken
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
  // With a token the key was proven; with headers nobody has said that it is right.
  if (auth === "headers" && asked.filter(speaks).every(({ status }) => status === 401 || status === 403))
    throw new Misnamed("auth", auth, `key and secret are refused: ${toldAll(asked)}`);
  return { letIn: false };
}

const toldAll = (answers: readonly Answer[]) => answers.map(told).join(", ");
