import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import type { RewardRedemption } from "reward-redemption";
import "reward-redemption/define";

@Component({
  selector: "app-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <reward-redemption
      server="https://rewards.example"
      [getSession]="getSession"
      (reward-redeem)="chosen.set($event.detail.sku)"
    />
    <p role="status">@if (chosen()) { Thank you for choosing {{ chosen() }}. }</p>
  `,
})
export class App {
  protected readonly chosen = signal<string | undefined>(undefined);

  protected readonly getSession: RewardRedemption["getSession"] = async () => {
    const answer = await fetch("/reward-session", { method: "POST" });
    if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
    const { session_token }: { session_token: string } = await answer.json();
    return session_token;
  };
}
