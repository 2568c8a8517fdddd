import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { elementTests } from "./test/support/element-tests.ts";

/**
 * Not UTC, and half an hour beside every full hour: a time that is read or written in the machine's own zone differs. Set
 * before the workers start, which have it from here.
 */
process.env.TZ = "America/St_Johns";

/** Servers are started some four hundred times: what Node has compiled once is not compiled again. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/**
 * Begun first, because they last: the ones wait most of their time, for processes that were killed; the others have
 * processes of their own, which leave every core to whoever else wants it.
 */
const LASTING = ["test/processes/", "test/histories/"];

class LastingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLasting = ({ moduleId }: TestSpecification): boolean =>
      LASTING.some((part) => moduleId.includes(part));
    return [...sorted.filter(isLasting), ...sorted.filter((file) => !isLasting(file))];
  }
}

/** Far beyond what any test takes: only what hangs is to fail by it, also on a slow machine. */
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 };

/**
 * A file leaves nothing behind in its worker, so that the next one may have the modules that are there: to load them anew was
 * half of the work of the small ones.
 */
const isolate = false;

/** Browsers are watched in real time: no more of them at once than a small machine has cores, and nothing else beside them. */
const journeys = [
  "test/journey/**/*.test.ts",
  "test/gallery/gallery.test.ts",
  "test/demo/fulfillment/pages/browser.test.ts",
];
/** For `npm run prove`: some minutes each, and a machine of their own. */
const proofs = [
  "test/journey/firewall.test.ts",
  "test/journey/upgrade.test.ts",
  "test/processes/restores.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: "test/support/temporary.ts",
    sequence: { sequencer: LastingFirst },
    projects: [
      {
        test: {
          ...timeouts,
          isolate,
          name: "rules",
          include: ["test/**/*.test.ts"],
          exclude: [...elementTests(), ...journeys, ...proofs],
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          isolate,
          name: "journeys",
          include: journeys,
          exclude: proofs,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...timeouts, isolate, name: "proofs", include: proofs, sequence: { groupOrder: 2 } } },
    ],
  },
});
