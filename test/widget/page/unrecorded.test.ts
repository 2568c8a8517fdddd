/** What a session recorder with its defaults stores of a reward: rrweb, on which most of them are built, watches the page. */
import { expect } from "@open-wc/testing";
import { record } from "rrweb";
import { codesOf, showing } from "../support/codes.ts";
import { until } from "../support/fake-clock.ts";
import { SECRET_CODE, SECRET_LINK, SECRET_PIN } from "../support/fake-server.ts";
import { showing as showingLink } from "../support/links.ts";
import type { Stage } from "../support/mount.ts";

const FRAME_MS = 50;

/** The log of a recorder while something is shown and used. */
async function recorded(show: () => Promise<Stage>): Promise<{ log: string; stage: Stage }> {
  const events: unknown[] = [];
  const stop = record({ emit: (event) => events.push(event) });
  const stage = await show();
  // The recorder reads changes after the next frame.
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
  stop?.();
  return { log: JSON.stringify(events), stage };
}

/** The groups in which a number is shown, each a text of its own. */
const groupsOf = (stage: Stage): string[] =>
  stage
    .all("code-value")
    .flatMap((value) => [...value.querySelectorAll("span")].map((each) => each.textContent ?? ""));

describe("a recorder", () => {
  it("stores no code, PIN or bars, on the pass and at the till", async () => {
    const { log, stage } = await recorded(async () => {
      const shown = await showing(codesOf(["primary", "security"], "c128"));
      await until(() => shown.find("barcode"));
      shown.all("reveal").at(-1)?.click();
      await shown.element.updateComplete;
      await shown.press("till");
      return shown;
    });
    expect(log.includes("reward-rehearsal"), "the pass is recorded").to.equal(true);
    const bars = stage
      .all("barcode")
      .map((svg) => svg.querySelector("path[transform], path:last-child")?.getAttribute("d") ?? "");
    expect(bars.length).to.be.above(0);
    const secrets = [SECRET_CODE, SECRET_PIN, ...groupsOf(stage), ...bars];
    expect(secrets.filter((each) => each.length > 2 && log.includes(each))).to.deep.equal([]);
  });

  it("stores no link and no link's document", async () => {
    const pdf = "https://x.example/secret.pdf";
    const { log } = await recorded(async () => {
      const stage = await showing(codesOf(["url"], "qrcode", { printable_document_url: pdf }));
      await until(() => stage.find("pdf") && stage.find("barcode"));
      return stage;
    });
    expect([SECRET_LINK, pdf].filter((each) => log.includes(each))).to.deep.equal([]);
  });

  it("stores no link of an activated order", async () => {
    const { log, stage } = await recorded(() => showingLink());
    const href = stage.part("link").getAttribute("href") ?? "";
    expect(href.length).to.be.above(0);
    expect(log.includes(href)).to.equal(false);
  });

  it("stores no session, however the page gives it", async () => {
    const { log } = await recorded(async () => {
      const stage = await showing(codesOf(["primary"]));
      stage.element.setAttribute("session", "token-9");
      return stage;
    });
    expect(log.includes("token-")).to.equal(false);
  });
});
