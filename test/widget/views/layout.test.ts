/**
 * Every screen on narrow columns, in both themes and both directions, with long words and with a user's own spacing.
 */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { activated, data, FakeServer, redeemed, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf, SCENES, show } from "../support/scenes.ts";

/** A phone's whole width, which is also a desktop's at 400 %, and the rest of it inside a host's padding. */
const WIDTHS = [320, 272] as const;
/** Source: WCAG 2.2, 2.5.8. Links inside a sentence would be excepted, but there are none. */
const TARGET_LEAST_PX = 24;
/** Borders and rounding. */
const SLACK_PX = 1;
/** Elements wider than the frame, except those for screen readers only and those that scroll. */
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
    it(`${scene.name}: nothing is wider than the frame in either direction, and targets are large enough`, async () => {
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

  it("centres each line of a link that looks like a button", async () => {
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

  it("keeps all its words when the user spaces text out (WCAG 2.2, 1.4.12)", async () => {
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

describe("with the dark theme", () => {
  for (const scene of SCENES) {
    it(`${scene.name} is accessible`, async () => {
      const column = columnOf(480);
      const stage = await show(scene, "dark", column);
      await expect(stage.element).to.be.accessible();
      column.remove();
    });
  }
});

describe("on wide columns", () => {
  const WIDE = 900;
  /** The height of a button with one line; two are higher. */
  const ONE_LINE_PX = 50;
  const placeOf = ({ root }: Stage): readonly number[] => {
    const { left, width } = root.querySelector(".pass")?.getBoundingClientRect() ?? expect.fail("no pass");
    return [left, width];
  };

  it("the pass stays in place from the confirmation to the codes", async () => {
    const column = columnOf(WIDE);
    const server = new FakeServer();
    let answer = (): void => {};
    const stage = await mount({ server, into: column });
    await stage.book();
    const booked = placeOf(stage);
    const order = redeemed();
    server.reply("POST /v1/order/redeem", async () => {
      await new Promise<void>((held) => {
        answer = held;
      });
      server.order = order;
      return data(order);
    });
    await stage.press("confirm");
    await stage.shows("processing");
    expect(placeOf(stage)).to.deep.equal(booked);
    answer();
    await stage.shows("redeemed");
    expect(placeOf(stage), "while the codes come").to.deep.equal(booked);
    await until(() => stage.find("code"));
    expect(placeOf(stage)).to.deep.equal(booked);
    column.remove();
  });

  for (const width of [690, WIDE])
    it(`the test mark begins at the edge of the pass, at ${width} px`, async () => {
      const column = columnOf(width);
      const server = new FakeServer();
      server.order = { ...redeemed(), environment: "sandbox" };
      const stage = await mount({ server, into: column });
      await stage.shows("redeemed");
      await until(() => stage.find("code"));
      const mark = stage.root.querySelector(".badge small")?.getBoundingClientRect();
      expect(mark?.left).to.be.closeTo(placeOf(stage)[0] ?? 0, SLACK_PX);
      column.remove();
    });

  it("neither button of a confirmation breaks its words that fit on one line, beside terms too", async () => {
    for (const width of [480, 720, WIDE])
      for (const words of ["OK", "Confirmer et obtenir ma récompense"]) {
        const column = columnOf(width);
        const stage = await mount({
          into: column,
          properties: { messages: { confirm: words, back: "Revenir à toutes les récompenses" } },
        });
        await stage.book();
        const [confirm, back] = ["confirm", "back"].map((part) => stage.part(part).getBoundingClientRect());
        if (!confirm || !back) throw new Error("no buttons");
        expect(Math.max(confirm.height, back.height), `${width}: ${words}`).to.be.below(ONE_LINE_PX);
        const ofColumn = stage.root.querySelector(".actions")?.getBoundingClientRect();
        // Beside each other, or each as wide as the column.
        if (confirm.top !== back.top)
          expect([confirm.width, back.width].map(Math.round)).to.deep.equal(
            [ofColumn?.width, ofColumn?.width].map((each) => Math.round(each ?? 0)),
          );
        column.remove();
      }
  });

  it("the pass of a return stays in place when its instructions have loaded", async () => {
    const column = columnOf(WIDE);
    const server = new FakeServer();
    server.order = redeemed();
    let answer = (): void => {};
    server.reply("GET /v1/rewards/A", async () => {
      await new Promise<void>((held) => {
        answer = held;
      });
      return data(reward("A"));
    });
    const stage = await mount({ server, into: column });
    await until(() => stage.find("code"), "the codes");
    await until(() => server.count("GET /v1/rewards/A") === 1, "the request for the instructions");
    const before = placeOf(stage);
    expect(stage.find("terms") === undefined).to.equal(true);
    answer();
    await until(() => stage.find("terms"), "the instructions");
    expect(placeOf(stage)).to.deep.equal(before);
    column.remove();
  });
});
