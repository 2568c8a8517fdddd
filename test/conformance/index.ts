/** The conformance suite as a command: `npm run conformance -- --help`. */
import { command } from "./command.ts";

process.exitCode = await command(process.argv.slice(2), {
  env: process.env,
  fetch,
  clock: {
    now: Date.now,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
