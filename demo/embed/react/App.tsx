import { useState } from "react";
import { RewardRedemption } from "reward-redemption/react";

async function getSession() {
  const answer = await fetch("/reward-session", { method: "POST" });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const { session_token }: { session_token: string } = await answer.json();
  return session_token;
}

export default function App() {
  const [chosen, setChosen] = useState<string>();
  return (
    <main>
      <RewardRedemption
        server="https://rewards.example"
        getSession={getSession}
        onRewardRedeem={({ detail }) => setChosen(detail.sku)}
      />
      <p role="status">{chosen && `Thank you for choosing ${chosen}.`}</p>
    </main>
  );
}
