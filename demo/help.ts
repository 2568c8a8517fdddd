/**
 * The help pages of the demo's sites, behind the element's `support`: what a customer's help desk would show of the order that the link
 * names, with the reference to give.
 */
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { z } from "zod";
import { headOf } from "./head.ts";
import { TOKEN_SERVER_LIMIT_MS } from "./limits.ts";

export const HELP_PATH = "/demo/help/";

const order = z.object({
  data: z.object({
    order_id: z.string(),
    state: z.string(),
    reward_name: z.string().optional(),
    reference: z.string().optional(),
  }),
});

interface Words {
  readonly title: string;
  /** By the order's state; of any other, that somebody looks at it. */
  readonly said: Readonly<Record<string, string>>;
  readonly other: string;
  readonly unknown: string;
  readonly reward: string;
  readonly reference: string;
  readonly person: string;
  readonly give: string;
  readonly invented: string;
}

const WORDS: Readonly<Record<"en" | "de" | "ar", Words>> = {
  en: {
    title: "How can we help?",
    said: {
      open: "Nothing is chosen yet, and nothing was charged. Go back and choose your reward.",
      booked: "Your reward is reserved and not confirmed yet. Nothing was charged.",
      processing:
        "Your confirmation arrived and is being worked on. You need not do anything: your code appears on its page.",
      redeemed:
        "Your reward was issued. Its code is on the page where you confirmed, also when you come back later.",
      activated: "Your link is on the page where you confirmed. The code is made when you open it.",
      notified: "The link to your reward is in your e-mail.",
      canceled: "This order was canceled. Nothing was charged.",
      refunded: "This reward was given back.",
    },
    other: "A colleague is looking at your order. Nothing is charged twice, and nothing is lost.",
    unknown: "Tell us what happened, and we look it up.",
    reward: "Reward",
    reference: "Reference",
    person: "A person answers within the hour, by chat or on the phone.",
    give: "Give the reference above: it names your reward and opens nothing.",
    invented: "A demonstration: nobody is called.",
  },
  de: {
    title: "Wie können wir helfen?",
    said: {
      open: "Noch ist nichts ausgewählt und nichts berechnet. Gehen Sie zurück und wählen Sie Ihre Prämie.",
      booked: "Ihre Prämie ist reserviert und noch nicht bestätigt. Es wurde nichts berechnet.",
      processing:
        "Ihre Bestätigung ist da und wird bearbeitet. Sie müssen nichts tun: Ihr Code erscheint auf seiner Seite.",
      redeemed:
        "Ihre Prämie wurde ausgegeben. Der Code steht auf der Seite, auf der Sie bestätigt haben, auch später noch.",
      activated: "Ihr Link steht auf der Seite, auf der Sie bestätigt haben. Der Code entsteht beim Öffnen.",
      notified: "Der Link zu Ihrer Prämie ist in Ihrer E-Mail.",
      canceled: "Diese Bestellung wurde storniert. Es wurde nichts berechnet.",
      refunded: "Diese Prämie wurde zurückgegeben.",
    },
    other: "Jemand sieht sich Ihre Bestellung an. Nichts wird doppelt berechnet, und nichts geht verloren.",
    unknown: "Sagen Sie uns, was passiert ist, und wir sehen nach.",
    reward: "Prämie",
    reference: "Referenz",
    person: "Ein Mensch antwortet innerhalb einer Stunde, im Chat oder am Telefon.",
    give: "Nennen Sie die Referenz: Sie bezeichnet Ihre Prämie und öffnet nichts.",
    invented: "Eine Demonstration: Niemand wird angerufen.",
  },
  ar: {
    title: "كيف يمكننا مساعدتك؟",
    said: {
      open: "لم يُختر شيء بعد، ولم يُخصم أي مبلغ. ارجع واختر مكافأتك.",
      booked: "مكافأتك محجوزة ولم تُؤكَّد بعد. لم يُخصم أي مبلغ.",
      processing: "وصل تأكيدك ويجري العمل عليه. لا حاجة لفعل شيء: سيظهر رمزك في صفحته.",
      redeemed: "صدرت مكافأتك. رمزها في الصفحة التي أكّدت فيها، حتى عند عودتك لاحقًا.",
      activated: "رابطك في الصفحة التي أكّدت فيها. يُنشأ الرمز عند فتحه.",
      notified: "رابط مكافأتك في بريدك الإلكتروني.",
      canceled: "أُلغي هذا الطلب. لم يُخصم أي مبلغ.",
      refunded: "أُعيدت هذه المكافأة.",
    },
    other: "ينظر زميل في طلبك. لا شيء يُخصم مرتين، ولا شيء يضيع.",
    unknown: "أخبرنا بما حدث وسنبحث عنه.",
    reward: "المكافأة",
    reference: "المرجع",
    person: "يجيبك شخص خلال ساعة، عبر الدردشة أو الهاتف.",
    give: "اذكر المرجع أعلاه: فهو يسمّي مكافأتك ولا يفتح شيئًا.",
    invented: "عرض تجريبي: لا يُتصل بأحد.",
  },
};

export interface HelpOptions {
  /** The site's name, as its members know it. */
  readonly name: string;
  readonly tokenServer: string;
  readonly siteKey: string;
}

export function helpPages(sites: Readonly<Record<string, HelpOptions>>): Hono {
  const app = new Hono();
  app.get(`${HELP_PATH}:site`, async (c) => {
    const site = sites[c.req.param("site")];
    if (!site) return c.notFound();
    const { name, tokenServer, siteKey } = site;
    const found = await fetch(`${tokenServer}/v1/orders/${encodeURIComponent(c.req.query("order") ?? "")}`, {
      headers: { authorization: `Bearer ${siteKey}` },
      signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
    })
      .then(async (answer) => order.safeParse(await answer.json()).data?.data)
      .catch(() => undefined);
    const asked = c.req.query("language") ?? "en";
    const language = asked === "de" || asked === "ar" ? asked : "en";
    const words = WORDS[language];
    const about = found
      ? html`<p>${words.said[found.state] ?? words.other}</p>
<dl>${[
          [words.reward, found.reward_name],
          [words.reference, found.reference],
        ].map(([term, text]) => (text ? html`<dt>${term}</dt><dd>${text}</dd>` : ""))}</dl>`
      : html`<p>${words.unknown}</p>`;
    return c.html(
      html`<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head>
${raw(headOf("inter /demo/brands/base.css /demo/help.css"))}
<title>${words.title} · ${name}</title>
</head>
<body><main>
<p class="from">${name}</p>
<h1>${words.title}</h1>
${about}
<p>${words.person} ${found?.reference ? words.give : ""}</p>
<p class="quiet">${words.invented}</p>
</main></body>
</html>`,
      200,
      {
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      },
    );
  });
  return app;
}
