import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These wait most of their time, for processes that were killed: the others are worked off beside them. */
const WAITING = "test/processes/";

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification): boolean => moduleId.includes(WAITING);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

/** Far beyond what any test takes: only what hangs is to fail by it, also on a slow machine. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 };

/** Browsers are watched in real time: nothing else runs beside them. */
const journeys = ["test/journey/**/*.test.ts", "test/demo/fulfillment/pages/browser.test.ts"];
/** They bring processes of their own for all cores. */
const histories = ["test/histories/**/*.test.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          ...timeouts,
          name: "rules",
          include: ["test/**/*.test.ts"],
          exclude: ["test/widget/**", ...journeys, ...histories],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          name: "histories",
          include: histories,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...timeouts,
          name: "journeys",
          include: journeys,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
