/** A clerk at the partner portal, who finds, makes and ends orders, and checks the page's messages. */
import type { Locator, Page } from "playwright-core";
import type { RunningServer } from "../support/process.ts";

/** A promotion of three rewards, whose page loads fast. */
const FEW = "Cards with a balance";
/** One of these rewards. */
export const FEW_SKU = "PLUMVALE-20";

export interface Wish {
  readonly name?: string;
  readonly email: string;
  /** The promotion's name; default: the one with few rewards. */
  readonly promotion?: string;
}

export interface Desk {
  readonly page: Page;
  readonly title: Locator;
  press(button: string): Promise<void>;
  /** Waits until the page shows this message about an action. */
  says(words: string | RegExp): Promise<void>;
  /** Waits until the shown order is in this state. */
  stands(label: string): Promise<void>;
  isFocused(id: string): Promise<void>;
  /** Makes a new order, from any view. @returns its number */
  newOrder(wish: Wish): Promise<string>;
  find(term: string): Promise<void>;
  /** Presses the action, and confirms it in the dialog. */
  act(action: "Cancel order" | "Refund"): Promise<void>;
}

const CONFIRMATIONS = { "Cancel order": "Cancel the order", Refund: "Refund" } as const;

/** The portal's address, from the log. */
export function portalOf({ lines }: RunningServer): string {
  const line = lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === "demo: portal");
  if (typeof line?.url !== "string") throw new Error("the server has not said where the portal is");
  return line.url;
}

export function openDesk(page: Page): Desk {
  const desk: Desk = {
    page,
    title: page.getByRole("heading", { level: 1 }),
    press: (button) => page.getByRole("button", { name: button, exact: true }).click(),
    says: (words) => page.getByRole("status").getByText(words).waitFor(),
    stands: (label) => page.locator("#order-state").getByText(label, { exact: true }).waitFor(),
    isFocused: (id) => page.locator(`#${id}:focus`).waitFor(),
    async newOrder({ name = "Ida Holm", email, promotion = FEW }) {
      await page.getByRole("link", { name: "New order" }).click();
      const known = page.getByLabel("Known customers");
      await known.getByText("Someone else").waitFor({ state: "attached" });
      await known.selectOption({ label: "Someone else" });
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("E-mail", { exact: true }).fill(email);
      await page.getByRole("combobox", { name: "Promotion" }).selectOption({ label: promotion });
      await desk.press("Create order");
      await desk.says(/is made/);
      await desk.stands("Nothing chosen");
      return ((await desk.title.textContent()) ?? "").replace("Order ", "");
    },
    async find(term) {
      await page.getByRole("searchbox", { name: "Order number, or customer's e-mail or name" }).fill(term);
      await desk.press("Find");
      await desk.isFocused("list-title");
    },
    async act(action) {
      await desk.press(action);
      const yes = { name: CONFIRMATIONS[action], exact: true };
      await page.getByRole("dialog").getByRole("button", yes).click();
    },
  };
  return desk;
}
