/** The portal's counter: a clerk and a customer at one browser, on another origin than the token server. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { RunningServer } from "../support/process.ts";
import { type Desk, openDesk, portalOf } from "./desk.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, startDemo } from "./world.ts";

/** The values belong to the running test: read them in a test, not before. */
export interface Counter {
  readonly server: RunningServer;
  /** The portal's address. */
  readonly address: string;
  readonly shopper: Shopper;
  /** The shopper's page, at the portal. */
  readonly page: Page;
  readonly desk: Desk;
  /** Every address that the browser requested. */
  readonly asked: readonly string[];
  /** Opens another page of the same browser, at this order. */
  openBeside(order: string): Promise<Desk>;
}

/**
 * One demo for each file, and a shopper for each test. At the end of a test the browser must have reported no error.
 */
export function setUpCounter(): Counter {
  let demo: Demo;
  let address: string;
  let shopper: Shopper;
  let desk: Desk;
  /** Errors on every page of the journey: scripts that fail, and violations of the policy. */
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
