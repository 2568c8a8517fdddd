import "reward-redemption/define";

const reward = document.createElement("reward-redemption");
reward.server = "https://rewards.example";
reward.getSession = async () => {
  const answer = await fetch("/reward-session", { method: "POST" });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const { session_token }: { session_token: string } = await answer.json();
  return session_token;
};

const thanks = document.createElement("p");
thanks.setAttribute("role", "status");
reward.addEventListener("reward-redeem", ({ detail }) => {
  thanks.textContent = `Thank you for choosing ${detail.sku}.`;
});

document.querySelector("#app")?.replaceChildren(reward, thanks);
