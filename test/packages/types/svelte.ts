/** Svelte: what the checker of templates takes from `SvelteHTMLElements`. */
import type {} from "reward-redemption/svelte";
import type { SvelteHTMLElements } from "svelte/elements";

type Props = SvelteHTMLElements["reward-redemption"];

export const right: Props = {
  session: "token",
  theme: "dark",
  history: true,
  class: "reward",
  getSession: async () => "token",
  "onreward-redeem": ({ detail }) => void detail.sku?.length,
  "on:reward-copy": ({ detail }) => void detail.usage,
};

export const wrong: Props[] = [
  // @ts-expect-error no such theme
  { theme: "blue" },
  // @ts-expect-error a promise is expected
  { getSession: () => "token" },
  // @ts-expect-error an event carries no codes
  { "onreward-redeem": ({ detail }) => void detail.codes },
];
