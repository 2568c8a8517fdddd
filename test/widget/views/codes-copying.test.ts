/** Copying a code, by its button and by hand. */
import { expect } from "@open-wc/testing";
import { codesOf, showing } from "../support/codes.ts";
import { until } from "../support/fake-clock.ts";
import { SECRET_CODE } from "../support/fake-server.ts";

describe("copying", () => {
  function clipboard(writeText: ((text: string) => Promise<void>) | undefined): void {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: writeText && { writeText } });
  }
  afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

  it("is confirmed after success", async () => {
    let written = "";
    let finish = () => {};
    clipboard(
      (text) =>
        new Promise((resolve) => {
          written = text;
          finish = resolve;
        }),
    );
    const stage = await showing(codesOf(["primary"]));
    await stage.press("copy");
    expect([written, stage.text.includes("copied")]).to.deep.equal([SECRET_CODE, false]);
    finish();
    await until(() => stage.announced === "Code copied.");
    expect(stage.events.at(-1)?.type).to.equal("reward-copy");
    expect(stage.events.at(-1)?.detail.usage).to.equal("primary");
  });

  it("is announced for each item by its name, on buttons that look short", async () => {
    clipboard(() => Promise.resolve());
    const stage = await showing(codesOf(["primary", "security"]));
    const [first, second] = stage.all("copy");
    // The second button is an icon, whose name is for screen readers.
    const unseen = second?.querySelector(".unseen");
    expect([second?.textContent?.trim(), unseen?.textContent]).to.deep.equal(["Copy PIN", "Copy PIN"]);
    // A title with other words would be read after the name.
    expect([unseen?.clientWidth, second?.title]).to.deep.equal([1, "Copy PIN"]);
    first?.click();
    await until(() => stage.announced === "Code copied.");
    second?.click();
    await until(() => stage.announced === "PIN copied.");
  });

  it("of the same item is announced each time", async () => {
    clipboard(() => Promise.resolve());
    const stage = await showing(codesOf(["primary"]));
    const heard: string[] = [];
    for (let press = 0; press < 3; press++) {
      await stage.press("copy");
      await until(() => stage.announced !== "" && stage.announced !== heard.at(-1));
      heard.push(stage.announced);
    }
    expect(heard.map((words) => words.trim())).to.deep.equal(Array(3).fill("Code copied."));
  });

  it("by hand gives only the value, although it is shown in groups", async () => {
    const stage = await showing(codesOf(["primary"]));
    const value = stage.part("code-value");
    expect([value.textContent, value.children.length]).to.deep.equal([SECRET_CODE, 4]);
    const copied = document.createElement("div");
    copied.append(...[...value.childNodes].map((node) => node.cloneNode(true)));
    document.body.append(copied);
    getSelection()?.selectAllChildren(copied);
    expect(`${getSelection()}`).to.equal(SECRET_CODE);
    copied.remove();
  });

  const refusals: [what: string, writeText: (() => Promise<void>) | undefined][] = [
    ["the browser refuses", () => Promise.reject(new DOMException("no", "NotAllowedError"))],
    ["there is no clipboard", undefined],
  ];
  for (const [what, writeText] of refusals) {
    it(`selects the text and says so when ${what}`, async () => {
      clipboard(writeText);
      const stage = await showing(codesOf(["primary", "security"]));
      stage.all("copy")[1]?.click();
      await until(() => /text is selected/.test(stage.announced));
      expect(stage.text).not.to.contain("copied");
      await until(() => stage.all("code-value").length === 2);
      const selection = getSelection();
      await until(() => selection?.type === "Range");
      expect(stage.eventNames).not.to.include("reward-copy");
    });
  }
});
