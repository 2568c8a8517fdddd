/**
 * Loaded before a server (`node --import`): a message `{"passTime": ms}` moves both clocks of the process forward by so
 * much. Timers run as before. The server's own code is unchanged.
 */
const clocks = { date: Date.now.bind(Date), performance: performance.now.bind(performance) };
let passed = 0;

Date.now = () => clocks.date() + passed;
performance.now = () => clocks.performance() + passed;

process.on("message", (message: { readonly passTime: number }) => {
  passed += message.passTime;
  process.send?.({ passed });
});
// The open channel must not keep a finished server alive.
process.channel?.unref();
