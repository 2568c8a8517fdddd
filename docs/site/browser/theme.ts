/** Before the first paint: the colours that the reader chose, and the mark that scripts run. */
document.documentElement.classList.add("scripted");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing: the colours of the system.
}
