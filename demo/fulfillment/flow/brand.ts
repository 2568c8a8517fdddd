/**
 * `/brands/{brand}/{key}`: what the invented brand's own page shows behind the link of a reward, the card's worth. Where the link is
 * protected, the page asks for the access code first. Source: docs/proof/interface.md, "Fields" (code item).
 */
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { spokenOf } from "../languages.ts";
import { pageAnswer } from "../pages/answer.ts";
import { type Service, settle } from "../service.ts";
import type { RedemptionRecord } from "../store.ts";
import { about, cardLayout, strangerPage } from "./page.ts";
import { FLOW_WORDS } from "./words.ts";

export const BRAND_PATH = "/brands/:brand/:key";

const codeOf = ({ codes }: RedemptionRecord, usage: string): string | undefined =>
  codes?.items.find((item) => item.usage === usage)?.value;

export function brandRoutes(service: Service): Hono {
  const app = new Hono();
  const recordOf = ({ req: { path } }: Context): RedemptionRecord | undefined =>
    [...service.store.redemptions.values()].find((record) =>
      ["url", "security_url"].some((usage) => codeOf(record, usage)?.endsWith(path)),
    );
  const answer = (record: RedemptionRecord | undefined, given?: string): Promise<Response> => {
    if (!record || record.state === "refunded")
      return pageAnswer(strangerPage("no_page", "en"), { status: 404 });
    const promotion = service.store.promotions.get(record.promotionId);
    const language = spokenOf(promotion?.locale ?? "en");
    const words = FLOW_WORDS[language];
    const { brand, language: spoken } = record.reward;
    const front = html`<header class="front"><img src="/assets/logos/${brand.key}.svg" alt="" width="56" height="56">
<p><strong>${brand.name}</strong> <span lang="${spoken}" dir="auto">${brand.sells}</span></p></header>`;
    const head = { color: brand.colors[0] };
    const access = codeOf(record, "security_url_code");
    if (access === undefined || access === given?.trim().toUpperCase())
      return pageAnswer(
        cardLayout(
          record,
          language,
          html`<h2>${words.card(brand.name)}</h2><p>${words.cardText}</p>${about(record, words)}`,
          front,
          head,
        ),
      );
    const isWrong = given !== undefined;
    const form = html`<form method="post">
<label for="access">${words.access}</label>
<input id="access" name="access" autocomplete="off" spellcheck="false" required${isWrong ? html` aria-invalid="true" aria-describedby="wrong"` : ""}>
${isWrong ? html`<p id="wrong" role="alert">${words.wrongAccess}</p>` : ""}
<button type="submit">${words.show}</button></form>`;
    return pageAnswer(cardLayout(record, language, form, front, head), { status: isWrong ? 403 : 200 });
  };
  app.get(BRAND_PATH, (c) => {
    settle(service);
    return answer(recordOf(c));
  });
  app.post(BRAND_PATH, async (c) => {
    settle(service);
    const { access } = await c.req.parseBody();
    return answer(recordOf(c), String(access ?? ""));
  });
  return app;
}
