/**
 * The world of the running test: each test has its own, which ends with the test. The imported variable always holds
 * the current one.
 */
import { afterEach, beforeEach } from "vitest";
import { createWorld, type World } from "./world.ts";

type Given = Parameters<typeof createWorld>;

const NONE = undefined as unknown as World;

/** Outside of tests this placeholder: using another test's world there is an error. */
export let world: World = NONE;

/** Each test after this line gets a fresh world, with the given settings and parts of `createWorld`. */
export function useWorld(...given: Given): void {
  beforeEach(async () => {
    world = await createWorld(...given);
  });
  afterEach(async () => {
    await world.close();
    world = NONE;
  });
}

/** Ends the current world and starts another one until the test ends. */
export async function anotherWorld(...given: Given): Promise<void> {
  await world.close();
  world = await createWorld(...given);
}
