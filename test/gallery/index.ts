/**
 * `npm run gallery`: every state in every variant and engine. Chromium's pictures are compared to the kept ones; in all engines
 * nothing may be cut off, covered, too small or out of its window, and the parts lie where Chromium has them. `-- --update` renews
 * the pictures and the spoken texts, `--engine Firefox` goes through Chromium and that one, `--state redeemed` through the states with
 * that in their name.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { ENGINES } from "../browsers/engines.ts";
import { misplaced, mistakesIn } from "./boxes.ts";
import { compare, keep, photograph, RESULTS, removeOthers } from "./pictures.ts";
import { removeOtherSpoken, spokenIn, writeSpoken } from "./spoken.ts";
import { fileOf, STATES } from "./states.ts";
import { openStudio, type Studio, serveGallery } from "./studio.ts";
import type { Inspected } from "./table.ts";
import { nameOf, PICTURED, ROWS } from "./variants.ts";

const { values } = parseArgs({
  options: {
    update: { type: "boolean", default: false },
    engine: { type: "string", default: "" },
    state: { type: "string", default: "" },
  },
});
const states = STATES.filter(({ name }) => name.includes(values.state));
const engines = ENGINES.filter(
  ({ name, isThere }) => (name === "Chromium" || name.includes(values.engine)) && isThere(),
);
if (states.length === 0 || engines[0]?.name !== "Chromium") {
  process.stderr.write("No such state, or no Chromium on this machine\n");
  process.exit(2);
}

/** The variant in which a screen reader is listened to, the first of the pictured ones. */
const [SPOKEN] = PICTURED;

async function inspectAll(studio: Studio, state: string): Promise<Inspected[]> {
  const all: Inspected[] = [];
  for (const row of ROWS) {
    await studio.show(state, row);
    all.push(...(await studio.inspect(row)));
  }
  return all;
}

const gallery = await serveGallery();
const differing: string[] = [];
const inChromium = new Map<string, readonly Inspected[]>();
try {
  for (const { name: engine } of engines) {
    const studio = await openStudio(engine, gallery.address);
    try {
      for (const state of states) {
        const tell = (lines: readonly string[]): void => {
          differing.push(...lines.map((line) => `${engine}: ${state.name}, ${line}`));
        };
        const inspected = await inspectAll(studio, state.name);
        tell(inspected.flatMap(mistakesIn));
        if (engine !== "Chromium") {
          for (const [at, actual] of inspected.entries()) {
            const expected = inChromium.get(state.name)?.[at];
            if (expected)
              tell(misplaced(expected, actual).map((what) => `${nameOf(actual.variant)}: ${what}`));
          }
          continue;
        }
        inChromium.set(state.name, inspected);
        for (const variant of PICTURED) {
          const png = await photograph(studio, state, variant);
          if (!values.update) differing.push(...compare(state, variant, png));
          else {
            keep(state, variant, png);
            if (variant === SPOKEN && studio.page)
              writeSpoken(fileOf(state), await spokenIn(studio.page, variant.width));
          }
        }
      }
    } finally {
      await studio.close();
    }
    process.stdout.write(`${engine}: ${states.length} states seen\n`);
  }
} finally {
  gallery.close();
}
if (values.update && states.length === STATES.length) {
  removeOthers(STATES, PICTURED);
  removeOtherSpoken(STATES.map(fileOf));
}
for (const line of differing) process.stdout.write(`${line}\n`);
process.stdout.write(
  differing.length > 0 ? `${differing.length} differ; pictures: ${RESULTS}\n` : "Everything is as it was\n",
);
process.exit(differing.length > 0 ? 1 : 0);
