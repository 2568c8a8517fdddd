/**
 * Loaded before a server (`node --import`): a message `{"passTime": ms}` moves both clocks of the process forward, as if so
 * much time had passed. Timers run as before. The server's own code knows nothing of it.
 */
const clocks = { date: Date.now.bind(Date), performance: performance.now.bind(performance) };
let passed = 0;

Date.now = () => clocks.date() + passed;
performance.now = () => clocks.performance() + passed;

process.on("message", (message: { readonly passTime: number }) => {
  passed += message.passTime;
  process.send?.({ passed });
});
// The server ends when it has nothing more to do, also while somebody could still send it a message.
process.channel?.unref();
