/** The world of the test that runs: another one in each test, which ends with it. Who imports it always has the present one. */
import { afterEach, beforeEach } from "vitest";
import { createWorld, type World } from "./world.ts";

type Given = Parameters<typeof createWorld>;

const NONE = undefined as unknown as World;

/** Nothing outside of tests: what would be taken out of it there, of another test's world, is an error. */
export let world: World = NONE;

/** Each test after this line has a fresh one, with the settings and parts that `createWorld` takes. */
export function useWorld(...given: Given): void {
  beforeEach(async () => {
    world = await createWorld(...given);
  });
  afterEach(async () => {
    await world.close();
    world = NONE;
  });
}

/** Ends the present one; another one takes its place until the test ends. */
export async function anotherWorld(...given: Given): Promise<void> {
  await world.close();
  world = await createWorld(...given);
}
