/**
 * The packed element in a site's own unit tests, and its component in React 18 and 19: Vitest with happy-dom and jsdom, and Jest, whose jsdom is older. They are installed
 * in a folder of their own, because together they weigh as much as all tools of this repository.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyToPack } from "../support/release.ts";

const PACKAGES = "vitest@4 happy-dom jsdom jest@29 jest-environment-jsdom@29 @babel/preset-env@7";
/** The lines that widget/README.md has for people to copy. */
const JEST = `module.exports = {
  testEnvironment: "jsdom",
  transformIgnorePatterns: ["/node_modules/(?!(reward-redemption|jsbarcode|lean-qr)/)"],
  transform: { "\\\\.[jt]sx?$": ["babel-jest", { presets: [["@babel/preset-env", { targets: { node: "current" } }]] }] },
};
`;
const install = "npm install --no-audit --no-fund --prefer-offline";
const RUNS = {
  "Vitest, happy-dom": "npx vitest run element --globals --environment happy-dom",
  "Vitest, jsdom": "npx vitest run element --globals --environment jsdom",
  "Jest, jsdom": "npx jest element",
  "Sandbox, happy-dom": "npx vitest run sandbox --environment happy-dom",
  "Sandbox, jsdom": "npx vitest run sandbox --environment jsdom",
  "React 18": `${install} react@18 react-dom@18 && npx vitest run react --globals --environment jsdom`,
  "React 19": `${install} react@19 react-dom@19 && npx vitest run react --globals --environment jsdom`,
};

const site = mkdtempSync(join(tmpdir(), "unit-tests-"));
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV)/.test(name))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
};
const run = (command: string, cwd = site) => spawnSync(command, { shell: true, cwd, env, encoding: "utf8" });
function must(command: string, cwd = site): void {
  const { status, stdout, stderr } = run(command, cwd);
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
}

try {
  const release = copyToPack();
  must(`npm pack --workspace widget --pack-destination ${site}`, release.root);
  release.remove();
  writeFileSync(join(site, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(join(site, "jest.config.cjs"), JEST);
  cpSync(join(import.meta.dirname, "unit-tests"), site, { recursive: true });
  must(`${install} ${globSync("*.tgz", { cwd: site })} ${PACKAGES}`);
  for (const [name, command] of Object.entries(RUNS)) {
    const { status, stdout, stderr } = run(command);
    process.stdout.write(`${name.padEnd(18)} ${status === 0 ? "holds" : `BROKEN\n${stdout}${stderr}`}\n`);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(site, { recursive: true, force: true });
}
