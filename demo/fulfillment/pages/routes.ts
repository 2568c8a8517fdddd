/**
 * The pages of the control: one to control the service, one that shows its mails, and each mail as its own document.
 * Behind `loopbackOnly`.
 */
import { Hono } from "hono";
import type { Control } from "../control.ts";
import { notFound } from "../errors.ts";
import { pageAnswer } from "./answer.ts";
import { controlPage } from "./control/page.ts";
import { mailboxPage, mailOf } from "./mailbox.ts";
import { MAIL_PATH, MAILBOX_PATH, PAGE_PATH } from "./paths.ts";

export function controlPages(control: Control): Hono {
  const app = new Hono();
  app.get(PAGE_PATH, () => pageAnswer(controlPage(control), { kind: "control" }));
  app.get(MAILBOX_PATH, (c) =>
    pageAnswer(mailboxPage(control, Number(c.req.query("mail"))), { kind: "control" }),
  );
  app.get(`${MAIL_PATH}/:number`, (c) => {
    const mail = mailOf(control, Number(c.req.param("number")));
    if (!mail) throw notFound("Mail");
    return pageAnswer(mail.html, { kind: "mail", pictures: new URL(mail.url).origin });
  });
  return app;
}
