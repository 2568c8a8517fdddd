import { expect } from "@open-wc/testing";
import type { Wallet } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, offline, problem, redeemed } from "../support/fake-server.ts";
import { fixtureCleanup, mount, onPass, type Stage } from "../support/mount.ts";

const DEVICES = {
  apple:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  google:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
} as const;
const ROUTE = "POST /v1/order/pass";
const URL_OF_PASS = "https://pay.google.com/gp/v/save/a.b.c";

/** Runs on a device of that kind, and tells what the page opened and saved. */
async function on(
  device: Wallet,
  run: (seen: { tabs: FakeTab[]; files: Blob[]; saved: string[]; isBlocked?: boolean }) => Promise<void>,
): Promise<void> {
  const seen: Parameters<typeof run>[0] = { tabs: [], files: [], saved: [] };
  const { open } = window;
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  Object.defineProperty(navigator, "userAgent", { value: DEVICES[device], configurable: true });
  window.open = () => {
    const tab = new FakeTab();
    seen.tabs.push(tab);
    return tab as unknown as Window;
  };
  URL.createObjectURL = (file) => `blob:${seen.files.push(file as Blob)}`;
  HTMLAnchorElement.prototype.click = function () {
    seen.saved.push(this.download);
  };
  try {
    await run(seen);
  } finally {
    Reflect.deleteProperty(navigator, "userAgent");
    window.open = open;
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    fixtureCleanup();
  }
}

class FakeTab {
  opener: unknown = window;
  isClosed = false;
  readonly shown: string[] = [];
  readonly location = { replace: (url: string) => void this.shown.push(url) };
  close(): void {
    this.isClosed = true;
  }
}

async function showing(
  wallets: Wallet[] | undefined,
  server = new FakeServer(),
  locale = "en",
): Promise<Stage> {
  server.order = { ...redeemed(), ...(wallets && { wallets }) };
  const stage = await mount({ server, attributes: { locale } });
  await until(() => stage.find("code"), "codes");
  return stage;
}
const button = (stage: Stage) => until(() => stage.find("wallet"), "the button");
const said = ({ root }: Stage): string =>
  root.querySelector(".asked:has([part~=wallet]) [role=status]")?.textContent ?? "gone";
const file = (): Response =>
  new Response("PK", { status: 200, headers: { "content-type": "application/vnd.apple.pkpass" } });

describe("a pass for the phone's wallet", () => {
  it("is offered for the wallet of the device, above the other actions", () =>
    on("apple", async () => {
      const stage = await showing(["apple", "google"]);
      await button(stage);
      expect(stage.part("wallet").textContent?.trim()).to.equal("Add to Apple Wallet");
      expect(onPass(stage).slice(-3)).to.deep.equal(["asked", "asked", "rest"]);
      await expect(stage.element).to.be.accessible();
    }));

  it("says so in the language of the page, with Google's words on its devices", () =>
    on("google", async () => {
      const stage = await showing(["apple", "google"], new FakeServer(), "de");
      await button(stage);
      expect(stage.part("wallet").textContent?.trim()).to.equal("Zu Google Wallet hinzufügen");
    }));

  for (const wallets of [undefined, ["google"]] as (Wallet[] | undefined)[])
    it(`is not offered where the server names ${wallets ?? "none"}`, () =>
      on("apple", async () => {
        const stage = await showing(wallets);
        await stage.unveil();
        await until(() => stage.find("barcode"));
        expect(stage.find("wallet")).to.equal(undefined);
      }));

  it("of Apple is a file that is handed to the wallet, asked for by the session in the page's language", () =>
    on("apple", async ({ files, saved, tabs }) => {
      const server = new FakeServer().reply(ROUTE, file);
      const stage = await showing(["apple"], server);
      await button(stage);
      await stage.press("wallet");
      await until(() => saved.length === 1, "a file");
      expect(saved).to.deep.equal(["reward.pkpass"]);
      expect([files[0]?.type, await files[0]?.text()]).to.deep.equal(["application/vnd.apple.pkpass", "PK"]);
      const [call] = server.calls.filter(({ route }) => route === ROUTE);
      expect([call?.token, call?.body]).to.deep.equal([
        "token-1",
        { wallet: "apple", locale: "en-u-ca-gregory-nu-latn" },
      ]);
      expect(tabs).to.deep.equal([]);
      expect(stage.part("wallet").ariaDisabled).to.equal("false");
      expect(said(stage)).to.equal("");
    }));

  it("of Google opens in a tab that the press opened, which cannot reach the page", () =>
    on("google", async ({ tabs, files }) => {
      let answer = (_: Response): void => {};
      const answered = new Promise<Response>((resolve) => {
        answer = resolve;
      });
      const stage = await showing(
        ["google"],
        new FakeServer().reply(ROUTE, () => answered),
      );
      await button(stage);
      await stage.press("wallet");
      expect(tabs.length).to.equal(1);
      expect(stage.part("wallet").ariaDisabled).to.equal("true");
      await stage.press("wallet");
      answer(data({ url: URL_OF_PASS }));
      await until(() => tabs[0]?.shown.length === 1, "Google's page");
      expect(tabs.map(({ shown, opener }) => [shown, opener])).to.deep.equal([[[URL_OF_PASS], null]]);
      expect(files).to.deep.equal([]);
    }));

  it("goes to no other address", () =>
    on("google", async ({ tabs }) => {
      const stage = await showing(
        ["google"],
        new FakeServer().reply(ROUTE, () => data({ url: "https://pay.google.com.example/" })),
      );
      await button(stage);
      await stage.press("wallet");
      await until(() => tabs[0]?.isClosed, "the tab is closed");
      expect(tabs[0]?.shown).to.deep.equal([]);
      expect(said(stage)).to.contain("Something went wrong");
    }));

  for (const [name, reply, words] of [
    ["no connection", offline, "We cannot reach the server"],
    ["the service is away", () => problem("upstream_unavailable"), "technical"],
  ] as const)
    it(`that fails (${name}) is said above the button, closes the tab, and can be asked for again`, () =>
      on("google", async ({ tabs }) => {
        const server = new FakeServer().reply(ROUTE, reply);
        const stage = await showing(["google"], server);
        await button(stage);
        await stage.press("wallet");
        await until(() => said(stage).includes(words), `“${words}”, not “${said(stage)}”`);
        expect(tabs[0]?.isClosed).to.equal(true);
        expect(stage.eventNames).to.include("reward-error");
        expect(stage.find("alert")).to.equal(undefined);
        await expect(stage.element).to.be.accessible();
        server.reply(ROUTE, () => data({ url: URL_OF_PASS }));
        await stage.press("wallet");
        await until(() => tabs[1]?.shown.length === 1, "Google's page");
        expect(said(stage)).to.equal("");
      }));
});
