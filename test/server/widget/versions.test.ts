/** Versions of the widget that one instance built and others serve; time is virtual. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { DAY, WIDGET_CURRENT_EVERY } from "../../../server/timing.ts";
import { fileOf, type WidgetBuild } from "../../../server/widget/version.ts";
import { WidgetVersions } from "../../../server/widget/versions.ts";
import { quiet } from "../../support/postgres.ts";
import { VirtualClock } from "../virtual-clock.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const build = (version: string): WidgetBuild => ({
  version,
  stub: fileOf("widget.js", [["identity", bytes(`export * from "${version}"`)]]),
  firstWords: {},
  passWords: {},
  files: new Map([
    [
      "entry.js",
      fileOf("entry.js", [
        ["identity", bytes(`${version} é`)],
        ["br", bytes(`small ${version}`)],
      ]),
    ],
  ]),
});

let ledger: Ledger;
let clock: VirtualClock;
let asked: string[];
beforeEach(() => {
  ledger = openMemoryLedger();
  clock = new VirtualClock();
  asked = [];
  return () => ledger.close();
});

/** The ledger, with its calls recorded. */
const noted = (): Ledger =>
  new Proxy(ledger, {
    get:
      (target, name: keyof Ledger) =>
      (...args: unknown[]) => {
        asked.push([name, ...args.filter((arg) => typeof arg === "string")].join(" "));
        return Reflect.apply(target[name], target, args);
      },
  });
const instance = (version: string | undefined, of = ledger): WidgetVersions =>
  new WidgetVersions({
    build: version === undefined ? undefined : build(version),
    ledger: of,
    clock,
    clockWatch: { mayDelete: async () => true },
    log: quiet,
  });
const text = async (
  versions: WidgetVersions,
  version: string,
  name = "entry.js",
): Promise<string | undefined> => {
  const file = await versions.file(version, name);
  return file && new TextDecoder().decode(file.bodies.get("identity"));
};

describe("two instances with different versions on one ledger", () => {
  it("serve each other's, byte for byte, in every encoding", async () => {
    const [old, next] = [instance("1.0.0-a"), instance("1.1.0-b")];
    await old.publish();
    await next.publish();
    for (const either of [old, next]) {
      for (const version of ["1.0.0-a", "1.1.0-b"]) {
        expect(await either.file(version, "entry.js")).toEqual(build(version).files.get("entry.js"));
        expect(await either.file(version, "none.js")).toBeUndefined();
      }
    }
  });

  it("an old one serves what was published after it had looked for it in vain", async () => {
    const [old, next] = [instance("1.0.0-a"), instance("1.1.0-b")];
    await old.publish();
    expect(await text(old, "1.1.0-b")).toBeUndefined();
    await next.publish();
    expect(await text(old, "1.1.0-b")).toBe("1.1.0-b é");
  });
});

it("a version is read from the ledger once, however many ask", async () => {
  await instance("1.1.0-b").publish();
  const old = instance("1.0.0-a", noted());
  const all = await Promise.all(Array.from({ length: 50 }, () => text(old, "1.1.0-b")));
  expect(new Set(all)).toEqual(new Set(["1.1.0-b é"]));
  await text(old, "1.1.0-b");
  expect(asked.filter((each) => each === "readWidget 1.1.0-b")).toHaveLength(1);
});

it("a ledger that does not answer is no proof that there is no such version", async () => {
  await instance("1.1.0-b").publish();
  let isAway = true;
  const flaky = new Proxy(ledger, {
    get:
      (target, name: keyof Ledger) =>
      async (...args: unknown[]) => {
        if (isAway) throw new Error("away");
        return Reflect.apply(target[name], target, args);
      },
  });
  const old = instance("1.0.0-a", flaky);
  await expect(old.file("1.1.0-b", "entry.js")).rejects.toThrow("away");
  isAway = false;
  expect(await text(old, "1.1.0-b")).toBe("1.1.0-b é");
});

describe("a version that a newer one replaced", () => {
  const servedAfter = async (days: number): Promise<string | undefined> => {
    const old = instance("1.0.0-a");
    const stopped = new AbortController();
    await old.publish();
    const working = old.keep(stopped.signal);
    // The instance runs for a year first: only the time since then counts.
    await clock.advance(365 * DAY);
    stopped.abort();
    await working;
    const next = instance("1.1.0-b");
    await next.publish();
    const ended = new AbortController();
    await clock.advance(days * DAY - 2 * WIDGET_CURRENT_EVERY);
    const kept = next.keep(ended.signal);
    await clock.advance(2 * WIDGET_CURRENT_EVERY);
    ended.abort();
    await kept;
    return text(instance(undefined), "1.0.0-a");
  };

  it("is served 90 days later", async () => expect(await servedAfter(90)).toBe("1.0.0-a é"));
  it("is removed after that", async () => expect(await servedAfter(92)).toBeUndefined());
});
