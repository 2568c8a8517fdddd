/**
 * Loaded before a server (`node --import`): a message `{"passTime": ms}` moves both clocks of the process forward by so
 * much. Timers run as before. The server's own code is unchanged. `CLOCKS_AHEAD` says how far they are ahead at the start.
 */
import { BroadcastChannel } from "node:worker_threads";

const clocks = { date: Date.now.bind(Date), performance: performance.now.bind(performance) };
let passed = Number(process.env.CLOCKS_AHEAD ?? 0);

Date.now = () => clocks.date() + passed;
performance.now = () => clocks.performance() + passed;

/** Tells the process's other threads, which load this file as well. */
const threads = new BroadcastChannel("passed");
threads.onmessage = ({ data }: { readonly data: unknown }) => {
  passed = Number(data);
};
threads.unref();
process.on("message", (message: { readonly passTime: number }) => {
  passed += message.passTime;
  threads.postMessage(passed);
  process.send?.({ passed });
});
// The open channel must not keep a finished server alive.
process.channel?.unref();
