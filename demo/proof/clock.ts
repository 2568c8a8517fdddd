/**
 * Loaded before the proof's token server (`node --import`): a message says how far its clocks are ahead, so that they go
 * with the simulated service's. Without the demo that started it, the process ends.
 */
const clocks = { date: Date.now.bind(Date), performance: performance.now.bind(performance) };
let ahead = Number(process.env.PROOF_CLOCK_AHEAD ?? 0);

Date.now = () => clocks.date() + ahead;
performance.now = () => clocks.performance() + ahead;

process.on("message", (offset) => {
  ahead = Number(offset);
});
process.on("disconnect", () => process.exit());
