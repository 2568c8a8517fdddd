/** Every screen on narrow columns, in both themes and both directions, with long words and with a person's own spacing. */
import { expect } from "@open-wc/testing";
import type { Order } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import {
  activated,
  booked,
  FakeServer,
  notified,
  ORDER,
  openFor,
  problem,
  processing,
  redeemed,
  reward,
} from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

/** A phone's whole width, which is also a desktop's at 400 %, and what a host's paddings leave of it. */
const WIDTHS = [320, 272] as const;
/** Source: WCAG 2.2, 2.5.8; links inside a sentence excepted, of which there are none. */
const TARGET_LEAST_PX = 24;
/** Borders and rounding. */
const SLACK_PX = 1;
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützengutschein";

const told = (state: Order["state"]): Order => ({ ...redeemed(), state });

interface Scene {
  readonly name: string;
  readonly order: Order;
  /** From the first screen on. */
  readonly play?: (stage: Stage) => Promise<void>;
  readonly server?: (server: FakeServer) => void;
}

const SCENES: readonly Scene[] = [
  { name: "open", order: ORDER, play: (stage) => until(() => stage.find("reward")) },
  {
    name: "found nothing",
    order: ORDER,
    play: async (stage) => {
      await until(() => stage.find("reward"));
      await stage.type("search", LONG);
    },
  },
  { name: "details", order: ORDER, play: (stage) => stage.pick("A") },
  {
    name: "a refused amount",
    order: ORDER,
    play: async (stage) => {
      await stage.pick("FREE");
      await stage.press("book");
    },
  },
  { name: "booked", order: { ...booked({ sku: "FREE", amount: "100" }), reward_name: LONG } },
  { name: "reserving", order: processing("book") },
  { name: "in doubt", order: processing("redeem", { reference: LONG }) },
  {
    name: "codes",
    order: { ...redeemed(), reward_name: LONG, reference: LONG },
    play: async (stage) => {
      await until(() => stage.find("barcode"));
      await stage.press("reveal");
    },
  },
  {
    name: "a link",
    order: redeemed(),
    server: (server) => {
      server.codes = {
        reward_format: { usages: ["url"], barcode_type: "qrcode" },
        items: [{ name: LONG, value: `https://rewards.example/${LONG}`, format: "url", usage: "url" }],
        barcode: { type: "qrcode", value: `https://rewards.example/${LONG}` },
        printable_document_url: "https://rewards.example/a.pdf",
      };
    },
    play: (stage) => until(() => stage.find("barcode")),
  },
  {
    name: "a problem",
    order: ORDER,
    server: (server) => server.reply("GET /v1/order", () => problem("upstream_unavailable")),
    play: (stage) => until(() => stage.find("retry")),
  },
  { name: "confirming", order: openFor("notify"), play: (stage) => stage.choose("A") },
  { name: "no answer to a notify", order: processing("notify", { reference: LONG }) },
  {
    name: "activated",
    order: { ...activated(), reward_name: LONG, reference: LONG },
    play: (stage) => until(() => stage.find("barcode")),
  },
  {
    name: "no link",
    order: { ...activated(), reference: LONG },
    server: (server) => server.reply("POST /v1/order/activate", () => problem("upstream_unavailable")),
    play: (stage) => until(() => stage.find("retry")),
  },
  {
    name: "notified",
    order: { ...notified(), reward_name: LONG, reference: LONG, masked_email: `${LONG}@example.org` },
  },
  ...(["canceled", "refunded", "failed", "denied", "blocked", "expired"] as const).map(
    (state): Scene => ({ name: state, order: told(state) }),
  ),
];

const rewards = [
  reward("A", { name: LONG, stock_quantity: 2, terms_and_conditions: LONG, description: LONG }),
  reward("FREE", { name: "Free", free_value: true, min_amount: "1", max_amount: "1000000" }),
  reward("GONE", { in_stock: false }),
];

async function show(
  { order, play, server: prepare }: Scene,
  theme: string,
  column: HTMLElement,
): Promise<Stage> {
  const server = new FakeServer();
  server.order = order;
  server.rewards = rewards;
  prepare?.(server);
  const stage = await mount({ server, into: column, attributes: { theme } });
  await until(() => stage.state && stage.state !== "loading");
  await play?.(stage);
  await stage.element.updateComplete;
  return stage;
}

function columnOf(width: number, direction = "ltr"): HTMLElement {
  const column = document.createElement("main");
  column.dir = direction;
  column.style.inlineSize = `${width}px`;
  document.body.append(column);
  return column;
}

/** What reaches out of the frame, but for what only a screen reader gets and what scrolls by itself. */
function overflowing(stage: Stage): string[] {
  const frame = stage.root.querySelector(".frame")?.getBoundingClientRect() ?? expect.fail("no frame");
  return [...stage.root.querySelectorAll(".frame *")]
    .filter((each) => !each.closest(".unseen, dialog, svg") && each.getClientRects().length > 0)
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left < frame.left - SLACK_PX || right > frame.right + SLACK_PX;
    })
    .map((each) => each.outerHTML.slice(0, 120));
}

describe("on narrow columns", () => {
  for (const scene of SCENES) {
    it(`${scene.name}: nothing reaches out of the frame, whatever the direction, and targets are large enough`, async () => {
      for (const width of WIDTHS) {
        for (const direction of ["ltr", "rtl"]) {
          const column = columnOf(width, direction);
          const stage = await show(scene, "light", column);
          expect(overflowing(stage), `${width} ${direction}`).to.deep.equal([]);
          expect(stage.element.getBoundingClientRect().width).to.equal(width);
          for (const target of stage.root.querySelectorAll("button, a, input")) {
            if (target.closest("dialog")) continue;
            const { width: across, height } = target.getBoundingClientRect();
            expect(Math.min(across, height), target.outerHTML).to.be.at.least(TARGET_LEAST_PX);
          }
          column.remove();
        }
      }
    });
  }

  it("has each line of a link that looks like a button in the middle of it", async () => {
    const column = columnOf(WIDTHS[0]);
    const server = new FakeServer();
    server.order = activated();
    const stage = await mount({
      server,
      into: column,
      properties: { messages: { link: "Ouvrir votre récompense, et la garder pour vous" } },
    });
    await until(() => stage.find("link"));
    const link = stage.part("link");
    const words = document.createRange();
    words.selectNode([...link.childNodes].find((node) => node instanceof Text && node.data) ?? link);
    const lines = [...words.getClientRects()].filter(({ width }) => width > 0);
    const { left, right } = link.getBoundingClientRect();
    expect(lines.length).to.be.above(1);
    for (const line of lines)
      expect((line.left + line.right) / 2).to.be.closeTo((left + right) / 2, SLACK_PX);
    column.remove();
  });

  it("keeps all its words where a person spaces text out (WCAG 2.2, 1.4.12)", async () => {
    for (const scene of SCENES) {
      const column = columnOf(320);
      const stage = await show(scene, "light", column);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ".frame * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
      );
      stage.root.adoptedStyleSheets.push(sheet);
      expect(overflowing(stage), scene.name).to.deep.equal([]);
      column.remove();
    }
  });
});

describe("in the dark", () => {
  for (const scene of SCENES) {
    it(`${scene.name} is accessible`, async () => {
      const column = columnOf(480);
      const stage = await show(scene, "dark", column);
      await expect(stage.element).to.be.accessible();
      column.remove();
    });
  }
});
