const getSession = async () => {
  const answer = await fetch("/reward-session", { method: "POST" });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  return (await answer.json()).session_token;
};

// A visit, a frame, and Turbo's copy of an earlier page each bring an element that knows nothing.
const give = () => {
  for (const reward of document.querySelectorAll("reward-redemption")) reward.getSession ??= getSession;
};
for (const name of ["turbo:load", "turbo:render", "turbo:frame-load"]) document.addEventListener(name, give);
