/**
 * `npm run gallery`: every state in every variant and engine, compared picture by picture. `-- --update` renews what is
 * compared to, `--engine Firefox` goes through one engine, `--state redeemed` through the states with that in their name, and
 * `--times 20` compares each of them so often.
 */

import process from "node:process";
import { parseArgs } from "node:util";
import { ENGINES } from "../browsers/engines.ts";
import { RESULTS, removeOthers, writeReference } from "./references.ts";
import { removeOtherSpoken, spokenIn, writeSpoken } from "./spoken.ts";
import { fileOf, type GalleryState, STATES } from "./states.ts";
import { openStudio, serveGallery } from "./studio.ts";
import { VARIANTS } from "./variants.ts";
import { type Alike, compare, photograph, sheetOf } from "./visit.ts";

const { values } = parseArgs({
  options: {
    update: { type: "boolean", default: false },
    engine: { type: "string", default: "" },
    state: { type: "string", default: "" },
    times: { type: "string", default: "1" },
  },
});
const states = STATES.filter(({ name }) => name.includes(values.state));
const times = Number(values.times);
const engines = ENGINES.filter(({ name, isThere }) => name.includes(values.engine) && isThere());
if (states.length === 0 || engines.length === 0) {
  process.stderr.write("No such state, or no such engine on this machine\n");
  process.exit(2);
}

/** The variant in which a screen reader is listened to. */
const SPOKEN = { theme: "light", direction: "ltr", width: 390 } as const;

const gallery = await serveGallery();
const differing: string[] = [];
try {
  for (const { name: engine } of engines) {
    const studio = await openStudio(engine, gallery.address);
    const started = performance.now();
    const alike = new Map(states.map((state): [GalleryState, Alike] => [state, new Set()]));
    try {
      for (let time = 1; time <= times; time++) {
        for (const state of states) {
          const taken = await photograph(studio, state, VARIANTS, { alike: alike.get(state) });
          if (values.update) {
            writeReference(engine, fileOf(state), sheetOf(taken));
            if (!studio.page) continue;
            await studio.show(state.name, [SPOKEN]);
            if (engine === "Chromium") writeSpoken(fileOf(state), await spokenIn(studio.page, SPOKEN.width));
          }
          if (!values.update) differing.push(...compare(engine, state, taken, alike.get(state)));
        }
        if (times > 1) process.stdout.write(`${engine}: ${time} of ${times}, ${differing.length} differ\n`);
      }
    } finally {
      await studio.close();
    }
    if (values.update && states.length === STATES.length) {
      removeOthers(engine, STATES.map(fileOf));
      removeOtherSpoken(STATES.map(fileOf));
    }
    const seconds = Math.round((performance.now() - started) / 1_000);
    const count = states.length * VARIANTS.length * times;
    process.stdout.write(
      `${engine}: ${count} pictures ${values.update ? "taken" : "compared"} in ${seconds} s\n`,
    );
  }
} finally {
  gallery.close();
}
for (const line of differing) process.stdout.write(`${line}\n`);
process.stdout.write(
  differing.length > 0
    ? `${differing.length} pictures differ; see ${RESULTS}\n`
    : "Every picture is as it was\n",
);
process.exit(differing.length > 0 ? 1 : 0);
