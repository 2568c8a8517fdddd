/** When a secret is readable, and that it is stored nowhere. */
import { expect } from "@open-wc/testing";
import { codesOf, returning, showing, shown } from "../support/codes.ts";
import { until } from "../support/fake-clock.ts";
import { SECRET_CODE, SECRET_LINK, SECRET_PIN } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

describe("secrets", () => {
  /** All markup and text of the element; as text, too, because a long code is in groups there. */
  const inPage = ({ root, element }: Stage): string => root.innerHTML + root.textContent + element.outerHTML;

  it("that are shown are found by the check itself", async () => {
    expect(inPage(await showing(codesOf(["primary"])))).to.contain(SECRET_CODE);
  });

  it("leave with the page, and are requested again when it comes back", async () => {
    const stage = await showing(
      codesOf(["primary", "security"], "c128", { printable_document_url: "https://x.example/a.pdf" }),
    );
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(inPage(stage)).not.to.contain(SECRET_CODE).and.not.contain(SECRET_PIN);
    for (const part of ["code", "code-value", "barcode", "pdf", "link"])
      expect(stage.find(part), part).to.equal(undefined);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await until(() => stage.find("code"));
    expect(stage.server.count("POST /v1/order/codes")).to.equal(2);
    expect(shown(stage)).to.deep.equal([]);
    await stage.unveil();
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
  });

  it("are shown after their confirmation, and their PIN is masked when the page is hidden", async () => {
    const stage = await mount();
    await stage.redeem();
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
    await stage.element.updateComplete;
    expect([shown(stage), stage.find("barcode") !== undefined]).to.deep.equal([[SECRET_CODE], true]);
    expect(inPage(stage)).not.to.contain(SECRET_PIN);
  });

  it("are masked on a return, with the pass: one tap shows a number with its barcode, another one its PIN", async () => {
    const stage = await returning(codesOf(["primary", "security"], "c128"));
    await until(() => stage.find("code"));
    expect([shown(stage), stage.find("barcode"), stage.all("reveal").length]).to.deep.equal([
      [],
      undefined,
      2,
    ]);
    expect(inPage(stage)).not.to.contain(SECRET_CODE).and.not.contain(SECRET_PIN);
    await expect(stage.element).to.be.accessible();
    stage.part("reveal").focus();
    await stage.press("reveal");
    await until(() => stage.find("barcode"));
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
    expect(stage.root.activeElement?.textContent).to.equal(SECRET_CODE);
    expect(stage.events.at(-1)?.detail.usage).to.equal("primary");
    await stage.press("reveal");
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    await stage.clock.pass(60_000);
    await stage.element.updateComplete;
    expect(shown(stage), "a minute later the PIN alone is masked again").to.deep.equal([SECRET_CODE]);
  });

  it("are used on return without being shown: at the till, by their link, by copying", async () => {
    const stage = await returning(codesOf(["primary", "security"], "c128"));
    await until(() => stage.find("till") && !stage.root.querySelector(".skeleton"));
    await stage.press("till");
    await until(() => stage.root.querySelector("dialog svg"));
    expect(stage.root.querySelector("dialog [part~=code-value]")?.textContent).to.equal(SECRET_CODE);
    await stage.press("close");
    await until(() => !stage.root.querySelector("dialog"));
    expect(shown(stage)).to.deep.equal([]);
    await until(() => !history.state?.["reward-till"]);
    const linked = await returning(codesOf(["url"], "qrcode"));
    await until(() => linked.find("link"));
    expect([shown(linked), linked.find("barcode"), linked.part("link").getAttribute("href")]).to.deep.equal([
      [],
      undefined,
      SECRET_LINK,
    ]);
  });

  it("are masked again after a minute, and can be shown again", async () => {
    const stage = await showing(codesOf(["primary", "security"]));
    await stage.press("reveal");
    await stage.clock.pass(59_000);
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    await stage.clock.pass(1_000);
    await stage.element.updateComplete;
    expect([shown(stage), stage.clock.waiting]).to.deep.equal([[SECRET_CODE], 0]);
    await stage.press("reveal");
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
  });

  it("can be hidden by the user, but not by the second half of a double click", async () => {
    const stage = await showing(codesOf(["primary", "security"]));
    await stage.press("reveal");
    stage.part("hide").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    await stage.element.updateComplete;
    expect(shown(stage)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    stage.part("hide").focus();
    await stage.press("hide");
    expect(shown(stage)).to.deep.equal([SECRET_CODE]);
    expect(inPage(stage)).not.to.contain(SECRET_PIN);
    expect(stage.root.activeElement?.part[0]).to.equal("reveal");
  });

  it("are in no storage, no attribute of the host and no address", async () => {
    const stage = await showing(codesOf(["url"], "qrcode"));
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]);
    expect(kept + stage.element.outerHTML)
      .not.to.contain(SECRET_LINK)
      .and.not.contain("token-1");
  });

  it("leave with the element", async () => {
    const stage = await showing(codesOf(["primary"]));
    stage.element.remove();
    await until(() => !inPage(stage).includes(SECRET_CODE));
  });
});
