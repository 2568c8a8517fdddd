/** Waits for an order's outcome as the widget does. */
import { expect } from "vitest";
import { MINUTE } from "../support/rewards.ts";
import type { Answer, Browser, World } from "../support/world.ts";

/** Calls the order's route like the widget, and polls while the outcome is not known. */
export async function settle(world: World, browser: Browser, answer: Answer, minutes = 20): Promise<Answer> {
  if (answer.status !== 202) return answer;
  expect(answer.headers.get("retry-after")).toBe("2");
  for (let waited = 0; waited < minutes * MINUTE; waited += 5_000) {
    await world.pass(5_000);
    const seen = await browser.get("/v1/order");
    if (seen.data.state !== "processing") return seen;
  }
  throw new Error("still processing");
}
