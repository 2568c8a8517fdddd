const getSession = async () => {
  const answer = await fetch("/reward-session", { method: "POST" });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  return (await answer.json()).session_token;
};

// A swapped part, and a page that comes back from the history, each bring an element that knows nothing.
const give = () => {
  for (const reward of document.querySelectorAll("reward-redemption")) reward.getSession ??= getSession;
};
for (const name of ["htmx:load", "htmx:historyRestore"]) document.addEventListener(name, give);
