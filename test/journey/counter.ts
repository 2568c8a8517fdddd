/** The portal's counter: a support person and a customer at one browser, another origin than the token server. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { RunningServer } from "../support/process.ts";
import { type Desk, openDesk, portalOf } from "./desk.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, startDemo } from "./world.ts";

/** Of the test that runs: read in it, not before. */
export interface Counter {
  readonly server: RunningServer;
  /** The portal's. */
  readonly address: string;
  readonly shopper: Shopper;
  /** The shopper's, at the portal. */
  readonly page: Page;
  readonly desk: Desk;
  /** Every address that the browser asked for. */
  readonly asked: readonly string[];
  /** Another page of the same browser, at this order. */
  openBeside(order: string): Promise<Desk>;
}

/** One demo a file, and for each test a shopper whose browser complains of nothing at the end. */
export function setUpCounter(): Counter {
  let demo: Demo;
  let address: string;
  let shopper: Shopper;
  let desk: Desk;
  /** What the browser complains of, on every page of the journey: scripts that fail, and what the policy forbids. */
  let complaints: string[];
  let asked: string[];

  function watch(page: Page): void {
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/policy|trusted/i.test(message.text())) complaints.push(message.text());
    });
    page.on("request", (request) => asked.push(request.url()));
  }

  beforeAll(async () => {
    demo = await startDemo();
    address = portalOf(demo.server);
  });
  afterAll(() => demo.close());

  beforeEach(async () => {
    shopper = await demo.shopper();
    desk = openDesk(shopper.page);
    complaints = [];
    asked = [];
    watch(shopper.page);
    await shopper.page.goto(address);
  });
  afterEach(async () => {
    expect([complaints, await shopper.violations()]).toEqual([[], []]);
    await shopper.close();
  });

  return {
    get server() {
      return demo.server;
    },
    get address() {
      return address;
    },
    get shopper() {
      return shopper;
    },
    get page() {
      return shopper.page;
    },
    get desk() {
      return desk;
    },
    get asked() {
      return asked;
    },
    async openBeside(order) {
      const other = openDesk(await shopper.context.newPage());
      watch(other.page);
      await other.page.goto(`${address}#/orders/${order}`);
      return other;
    },
  };
}
