/** The pages of the control: one to control the service, one that shows its mails. Behind `loopbackOnly`. */
import { Hono } from "hono";
import type { Control } from "../control.ts";
import { pageAnswer } from "./answer.ts";
import { controlPage } from "./control/page.ts";
import { mailboxPage } from "./mailbox.ts";
import { MAILBOX_PATH, PAGE_PATH } from "./paths.ts";

export function controlPages(control: Control): Hono {
  const app = new Hono();
  app.get(PAGE_PATH, () => pageAnswer(controlPage(control), { script: true }));
  app.get(MAILBOX_PATH, () => pageAnswer(mailboxPage(control), { script: true }));
  return app;
}
