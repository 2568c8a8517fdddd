"use client";

import { RewardWallet } from "reward-redemption/react";

/** A session of `{"rewards_of": …}`, for whoever is signed in. */
async function getSession() {
  const answer = await fetch("/reward-session?rewards", { method: "POST" });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const { session_token }: { session_token: string } = await answer.json();
  return session_token;
}

export default function Page() {
  return <RewardWallet server="https://rewards.example" getSession={getSession} />;
}
