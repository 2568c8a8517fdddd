/**
 * The packed element in apps that each framework's own starter makes, with what `demo/embed/` has for people to copy: strict types,
 * wrong types that have to fail, and the journey from the picker to a code in development and production, under a strict policy.
 * `npm run frameworks -- vue nuxt` tries some of them; KEEP=1 leaves the apps in place.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createWorld } from "../journey/world.ts";
import { childEnv } from "../support/child-env.ts";
import { freePort } from "../support/free-port.ts";
import { SITE_KEY } from "../support/host-page.ts";
import { copyToPack } from "../support/release.ts";
import { APPS, type App, SITE } from "./apps.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SKU = "PIXELBARN-50";
/** A slow machine installs and builds so long at most. */
const COMMAND_MS = 300_000;
const START_MS = 120_000;
/** The end of a command's output says what failed. */
const LONGEST = 3_000;
/** The address in every file that people copy. */
const PLACEHOLDER = "https://rewards.example";
/** What the type checks have to refuse: a session that is no string, and a member that no event and no request has. */
const WRONG = [
  ["session_token: string", "session_token: number"],
  ["detail.sku", "detail.pin"],
  ["promotion_id: ", "promotion: "],
] as const;

/** What comes to an app's webhook is signed by nobody. */
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const home = mkdtempSync(join(tmpdir(), "frameworks-"));
const port = await freePort();
const origin = `http://localhost:${port}`;
const world = await createWorld([origin]);
const backendPort = await freePort();
const backend = spawn(process.execPath, [join(ROOT, "demo/backends/node/backend.mjs")], {
  env: childEnv({ PORT: String(backendPort), REWARDS_URL: world.server().url, SITE_KEY }),
  stdio: ["ignore", "ignore", "inherit"],
});
const env = {
  // What the machine's network needs (proxies, certificates), and nothing that npm sets for scripts of this repository.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV)/.test(name))),
  // The frameworks' tools run on the same Node as this, and find none of the repository's own tools.
  PATH: `${dirname(process.execPath)}:${process.env.PATH?.split(":")
    .filter((each) => !each.includes(ROOT))
    .join(":")}`,
  PORT: String(port),
  REWARDS_URL: world.server().url,
  SITE_KEY,
  WEBHOOK_SECRET: SECRET,
  AUTHORIZE_SECRET: SECRET,
  CI: "1",
  NO_COLOR: "1",
  npm_config_yes: "true",
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  // None of the tools tells its maker that it ran.
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
};

interface Ran {
  readonly ok: boolean;
  readonly output: string;
}
function run(command: string, cwd: string): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, {
    shell: true,
    cwd,
    env,
    encoding: "utf8",
    timeout: COMMAND_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { ok: status === 0, output: `${stdout}${stderr}${error ?? ""}` };
}
function must(command: string, cwd: string): string {
  const { ok, output } = run(command, cwd);
  if (!ok) throw new Error(`${command}\n${output}`);
  return output;
}

function pack(): string {
  const release = copyToPack();
  must(`npm pack --workspace widget --pack-destination ${home}`, release.root);
  release.remove();
  const [tarball = ""] = globSync("*.tgz", { cwd: home });
  return join(home, tarball);
}

const here = (text: string): string => text.replaceAll(PLACEHOLDER, world.server().url);

/** @returns the copied files */
function make(app: App, folder: string, tarball: string): string[] {
  mkdirSync(dirname(folder), { recursive: true });
  must(app.starter, dirname(folder));
  for (const [path, text] of Object.entries(app.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), here(text));
  }
  const copied = Object.entries(app.copies).map(([from, path]) => {
    const to = join(folder, path);
    const text = readFileSync(join(ROOT, "demo/embed", from), "utf8");
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, here(text));
    return to;
  });
  must(`npm install ${tarball}`, folder);
  return copied;
}

function checkTypes({ check }: App, folder: string, copied: readonly string[]): void {
  if (check === undefined) return;
  must(check, folder);
  for (const [right, wrong] of WRONG) {
    const file = copied.find((path) => readFileSync(path, "utf8").includes(right));
    if (file === undefined) throw new Error(`no file has ${right}`);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll(right, wrong));
    const { ok, output } = run(check, folder);
    writeFileSync(file, text);
    if (ok || !output.includes(basename(file))) throw new Error(`types: ${wrong} is not refused\n${output}`);
  }
}

/** The site's server where the app has none: its bundle opens a session, and takes nothing that nobody signed. */
function runSite({ copies, name }: App, folder: string): void {
  if (!Object.values(copies).includes(SITE)) return;
  const config = { build: { ssr: SITE, outDir: "site" }, ssr: { noExternal: true } };
  writeFileSync(join(folder, "site.config.mjs"), `export default ${JSON.stringify(config)};`);
  must("npx vite build --config site.config.mjs", folder);
  // Named after the app's own kind of modules.
  const [bundle = ""] = globSync("site/site.*js", { cwd: folder });
  const program = `import { openSession, receive } from "./${bundle}";
    const to = (path) => new Request("http://localhost" + path, { method: "POST", body: "{}" });
    const answers = [await openSession(to("/reward-session?order=${name}-site"), process.env), await receive(to("/webhooks"), process.env)];
    console.log(answers.map(({ status }) => status).join());`;
  writeFileSync(join(folder, "run-site.mjs"), program);
  const told = must("node run-site.mjs", folder).trim();
  if (told !== "200,400") throw new Error(`the site's server answers ${told}`);
  if (readFileSync(join(folder, bundle), "utf8").includes("reward-redemption/backend"))
    throw new Error("it is not bundled");
}

/** A site's backend that asks a sandbox, both from the app's own packages. */
const BESIDE = `import { createClient } from "reward-redemption/backend";
import { createSandbox } from "reward-redemption/sandbox";
const sandbox = await createSandbox();
const rewards = createClient({ server: sandbox.server, key: sandbox.key, fetch: sandbox.fetch });
const { data } = await rewards.openSession({ order_id: "1042", promotion_id: "4001", user: { email: "user@example.com" } });
console.log(data.state);
await sandbox.close();
`;
const BESIDE_TYPES = {
  compilerOptions: { strict: true, noEmit: true, target: "esnext", module: "nodenext", types: [] },
  files: ["beside.mts"],
};

function runBeside({ check }: App, folder: string): void {
  writeFileSync(join(folder, "beside.mts"), BESIDE);
  writeFileSync(join(folder, "tsconfig.beside.json"), JSON.stringify(BESIDE_TYPES));
  if (check !== undefined) must("npx tsc -p tsconfig.beside.json", folder);
  const told = must("node beside.mts", folder).trim();
  if (told !== "open") throw new Error(`the sandbox answers ${told}`);
}

const hashes = (html: string, tag: "script" | "style"): string =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, "g"))]
    .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ");

/** A page's strict policy: its own files, its inline scripts by their hashes, and the token server. */
function policyFor(app: App, isDevelopment: boolean, html: string): string {
  const { policies = "", styles, withoutTrustedTypes, inDevelopment = "" } = app;
  const server = world.server().url;
  const isTrusted = !withoutTrustedTypes || (withoutTrustedTypes === "in development" && !isDevelopment);
  return [
    "default-src 'none'; base-uri 'self'; frame-ancestors 'none'; font-src 'self'",
    `script-src 'self' ${hashes(html, "script")} ${isDevelopment ? inDevelopment : ""}`,
    // Development servers put styles into the page by script.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : hashes(html, "style")}`,
    `connect-src 'self' ${server} ${isDevelopment ? origin.replace("http", "ws") : ""}`,
    `img-src 'self' data: ${server}`,
    ...(styles ? [styles] : []),
    ...(isTrusted ? [`require-trusted-types-for 'script'; trusted-types reward-redemption ${policies}`] : []),
  ].join("; ");
}

/** @returns what the page, its console, its policy and the rendered element had to complain of */
async function journey(app: App, isDevelopment: boolean): Promise<string[]> {
  // A page that a test answers has no address; the browser would ask before it calls this machine.
  const shopper = await world.shopper({ permissions: ["local-network-access"] });
  const { page } = shopper;
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  const order = `${app.name}-${isDevelopment ? "development" : "production"}`;
  await page.route(`${origin}/reward-session`, async (route) => {
    if (app.verifies) return route.continue({ url: `${origin}/reward-session?order=${order}` });
    const address = `http://127.0.0.1:${backendPort}/reward-session?order=${order}`;
    const answer = await fetch(address, { method: "POST" });
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    });
  });
  let html = "";
  await page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    html = await response.text();
    const policy = policyFor(app, isDevelopment, html);
    await route.fulfill({
      response,
      body: html,
      headers: { ...response.headers(), "content-security-policy": policy },
    });
  });
  try {
    await page.goto(`${origin}/`);
    // A development server may load the page again, once it knows of what it is made.
    await shopper.sees("open");
    if (isDevelopment) await page.goto(`${origin}/`, { waitUntil: "networkidle" });
    await shopper.redeem(SKU);
    await page.locator("p[role=status]", { hasText: `Thank you for choosing ${SKU}.` }).waitFor();
    if (app.keepsPages) {
      await page.getByText("Away").click();
      await page.getByText("Elsewhere").waitFor();
      await page.goBack();
      await shopper.sees("redeemed");
    }
  } catch (error) {
    complaints.push(String(error));
  }
  complaints.push(...(await shopper.violations()).map((each) => `policy: ${each}`));
  await shopper.close();
  if (app.isRendered) {
    const [tag = "nothing"] = html.match(/<reward-redemption[^>]*>/) ?? [];
    if (!/^<reward-redemption server="[^"]*"( data-\S+| class="\S*")*>$/.test(tag))
      complaints.push(`rendered: ${tag}`);
  }
  return complaints;
}

async function answers(child: ChildProcess): Promise<boolean> {
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null) {
    const status = await fetch(`${origin}/`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    await setTimeout(200);
  }
  return false;
}

async function serve(app: App, folder: string, isDevelopment: boolean): Promise<string[]> {
  const command = isDevelopment ? app.development : app.production;
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const complaints = (await answers(child)) ? await journey(app, isDevelopment) : ["it does not answer"];
  if (app.verifies) {
    // Forms and plain text of other origins are refused before anybody sees them.
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(origin + app.verifies, { method: "POST", headers, body: "{}" });
    if (status !== 400) complaints.push(`what nobody signed is ${status}`);
  }
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  } catch {
    // Ended already.
  }
  await ended;
  complaints.push(
    ...output
      .split("\n")
      .filter((line) => /warn|error|hydrat/i.test(line))
      .map((line) => `server: ${line}`),
  );
  return complaints.filter((each) => !app.known?.test(each));
}

let failed = 0;
try {
  const tarball = pack();
  const wanted = process.argv.slice(2);
  for (const app of APPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const started = performance.now();
    const folder = join(home, app.name, "app");
    const complaints: string[] = [];
    try {
      const copied = make(app, folder, tarball);
      checkTypes(app, folder, copied);
      complaints.push(...(await serve(app, folder, true)).map((each) => `development: ${each}`));
      must(app.build, folder);
      runSite(app, folder);
      runBeside(app, folder);
      complaints.push(...(await serve(app, folder, false)).map((each) => `production: ${each}`));
    } catch (error) {
      complaints.push(String(error));
    }
    if (complaints.length > 0) failed++;
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(
      `${app.name.padEnd(10)} ${complaints.length === 0 ? "holds" : "BROKEN"} (${seconds} s)\n`,
    );
    for (const complaint of new Set(complaints))
      process.stdout.write(`  ${complaint.slice(-LONGEST).replaceAll("\n", "\n    ")}\n`);
    if (!process.env.KEEP) rmSync(join(home, app.name), { recursive: true, force: true });
  }
} finally {
  backend.kill();
  await world.close();
  if (!process.env.KEEP) rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
