import "reward-redemption/define";

/** What your app signs its requests with; cookies do not go from an app's own origin to your backend. */
declare const signIn: () => Promise<string>;

const reward = document.createElement("reward-redemption");
reward.server = "https://rewards.example";
reward.getSession = async () => {
  const headers = { authorization: `Bearer ${await signIn()}` };
  const answer = await fetch("https://shop.example/reward-session", { method: "POST", headers });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const { session_token }: { session_token: string } = await answer.json();
  return session_token;
};
document.body.append(reward);
