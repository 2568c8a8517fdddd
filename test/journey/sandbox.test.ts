/**
 * The sandbox in a page under the strictest policy, in every engine: the element and the sandbox are files of the page, and nothing else
 * is ever asked for. The page plays by itself, with the element's own buttons.
 */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CHROMIUM_FLAGS, ENGINES, findChromium } from "../browsers/engines.ts";
import { importSandbox, sandboxFile } from "../support/sandbox.ts";
import { openTab } from "./engines.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const DIST = resolve(import.meta.dirname, "../../dist");
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; worker-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types reward-redemption page";

const PAGE = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<script type="module" src="/widget.js"></script><script type="module" src="/page.js"></script>
<reward-redemption></reward-redemption>`;

/** Chooses, confirms while the service's answer is lost, and notes what came of it. */
const SCRIPT = `
const violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => violations.push(violatedDirective));
const { createSandbox } = await import("/sandbox.js");
const sandbox = await createSandbox();
sandbox.control.fault({ operation: "redeem", kind: "reset_after" });
const element = document.querySelector("reward-redemption");
element.fetch = sandbox.fetch;
element.session = (await sandbox.session()).session_token;
const part = async (name) => {
  for (;;) {
    const found = element.shadowRoot?.querySelector("[part~=" + name + "]:not([aria-disabled=true])");
    if (found) return found;
    await new Promise((passed) => setTimeout(passed, 20));
  }
};
const picture = (await part("card")).querySelector("img") ?? (await part("card"));
for (const name of ["reward", "book", "confirm"]) (await part(name)).click();
const code = (await part("code-value")).textContent;
const policy = globalThis.trustedTypes?.createPolicy("page", { createScriptURL: (url) => url });
const worker = new Worker(policy?.createScriptURL("/worker.js") ?? "/worker.js", { type: "module" });
const inWorker = await new Promise((answered) => { worker.onmessage = ({ data }) => answered(data); });
window.played = {
  code, inWorker, violations, billed: sandbox.control.codes().length,
  asked: performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => /^.v1|images/.test(path)),
  picture: picture.src?.slice(0, 18),
};
`;

const WORKER = `
import { createSandbox } from "/sandbox.js";
const sandbox = await createSandbox();
const { state } = await sandbox.session();
await sandbox.close();
postMessage(state);
`;

let server: Server;
let address: string;
beforeAll(async () => {
  const sandbox = readFileSync(await sandboxFile());
  server = createServer(({ url = "/" }, response) => {
    const made = { "/": PAGE, "/page.js": SCRIPT, "/worker.js": WORKER, "/sandbox.js": sandbox }[url];
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader(
      "Content-Type",
      url === "/" ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8",
    );
    response.end(made ?? readFileSync(join(DIST, url)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each(ENGINES.map(({ name }) => name))("gives one code in %s, and asks no network", async (engine) => {
  const tab = await openTab(engine);
  try {
    await tab.goto(`${address}/`);
    const played = () => (window as { played?: object }).played ?? null;
    await vi.waitUntil(async () => (await tab.evaluate(played)) !== null, {
      timeout: 20_000,
      interval: 100,
    });
    expect(await tab.evaluate(played)).toEqual({
      code: expect.stringMatching(/\d{4}/),
      inWorker: "open",
      violations: [],
      billed: 1,
      asked: [],
      picture: "data:image/svg+xml",
    });
  } finally {
    await tab.close();
  }
});

it("answers a page of Playwright's from the test, as docs/start/testing.md says", async () => {
  const [, text = ""] =
    /```js\n(const FILES.*?)```/s.exec(
      readFileSync(resolve(import.meta.dirname, "../../docs/start/testing.md"), "utf8"),
    ) ?? [];
  // In place of the folder of the installed package.
  const here = text.replace(/(?<=const FILES = ).*/, JSON.stringify(DIST));
  const { withSandbox } = await import(`data:text/javascript,${encodeURIComponent(here)}`);
  const sandbox = await (await importSandbox()).createSandbox();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await withSandbox(page, sandbox, "https://rewards.example");
    const own = `<!doctype html><html lang="en"><title>A page</title><script type="module" src="https://rewards.example/widget.js"></script>
      <reward-redemption session-url="/reward-session"></reward-redemption>`;
    await page.route(`${address}/shop`, (route) => route.fulfill({ contentType: "text/html", body: own }));
    await page.goto(`${address}/shop`);
    for (const name of ["reward", "book", "confirm"]) await page.locator(`[part~=${name}]`).first().click();
    expect(await page.locator("[part~=code-value]").textContent()).toMatch(/\d{4}/);
    await page.reload();
    await page.locator("reward-redemption[data-state=redeemed]").waitFor();
    expect(sandbox.control.codes()).toHaveLength(1);
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
