/** The code that embeds a brand. Pure; what comes from files is as it stands there. */
import { tokensOf } from "../brands/tokens.js";
import { EVENTS } from "./events.js";

/** The page's own address in the examples. */
const PAGE = "https://www.your-site.example";

/** As `maxAmountOf` of the demo's backend. */
function maxAmountOf({ brands, delivery }) {
  const values = brands.flatMap((brand) => brand.values);
  if (values.every((value) => typeof value === "number")) return undefined;
  if (delivery === "notify" && values.some((value) => typeof value === "number")) return undefined;
  return String(Math.max(...values.map((value) => value.max ?? value)));
}

const cssOf = ({ color, radius }) =>
  [
    "reward-redemption {",
    "  display: block;",
    "  min-height: 100vh;",
    ...tokensOf(color, radius).map(([name, value]) => `  ${name}: ${value};`),
    "}",
  ].join("\n");

function sessionBodyOf(brand) {
  const { currency, delivery } = brand;
  return JSON.stringify(
    {
      order_id: "1042",
      promotion_id: "PROMOTION_ID",
      user: { email: "member@your-site.example" },
      delivery,
      currency,
      max_amount: maxAmountOf(brand),
    },
    null,
    2,
  );
}

const listeners = `const reward = document.querySelector("reward-redemption");
for (const name of ${JSON.stringify(EVENTS, null, 2)}) {
  reward.addEventListener(name, ({ detail }) => console.log(name, detail));
}`;

/**
 * @param brand what the form says
 * @param {{ files: { pages: object[], backends: object[] }, latest: { script: string, integrity: object, snippet: string }, origin: string }} from
 * @returns {{ title: string, hint: string, text: string }[]}
 */
export function snippetsFor(brand, { files, latest, origin }) {
  const server = new URL(latest.script).origin;
  const site = { id: "your-site", key: "SITE_KEY", origins: [PAGE] };
  return [
    {
      title: "Script tag",
      hint: "In your page. The browser runs exactly this version of the widget, or none.",
      // The rule that reserves the element's place stands in the style sheet below.
      text: latest.snippet.replace(/^<style>.*<\/style>\n/, ""),
    },
    { title: "Style", hint: "The element’s place, and your colours for both themes.", text: cssOf(brand) },
    {
      title: "Events",
      hint: "In a script of your page; the list beside shows what comes.",
      text: listeners,
    },
    ...files.pages.map(({ title, file, text }) => ({
      title,
      hint: `demo/${file}: the package’s component, with the session from your backend.`,
      text,
    })),
    {
      title: "Session",
      hint: "Your backend asks for a session when a member has earned a reward, and gives its token to the page.",
      text: [
        `curl ${origin}/v1/sessions \\`,
        '  -H "Authorization: Bearer $SITE_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '${sessionBodyOf(brand).replaceAll("\n", "\n  ")}'`,
      ].join("\n"),
    },
    ...files.backends.map(({ title, file, text }) => ({
      title,
      hint: `demo/${file}: a whole backend, with sessions and webhooks. REWARDS_URL=${origin}, SITE_KEY and WEBHOOK_SECRET are its settings.`,
      text,
    })),
    {
      title: "CSP",
      hint: "What your page’s Content-Security-Policy needs beside your own.",
      text: `script-src ${server}; connect-src ${server}; img-src ${server}; require-trusted-types-for 'script'`,
    },
    {
      title: "SITES",
      hint: "Your entry in the token server’s settings; the key has at least 32 characters.",
      text: JSON.stringify([site], null, 2),
    },
  ];
}
