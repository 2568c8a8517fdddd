/** The code that embeds a brand. Pure; what comes from files is as it stands there. */
import { tokensOf } from "../brands/tokens.js";

/** The page's own address in the examples. */
const PAGE = "https://www.your-site.example";

/** As `maxAmountOf` of the demo's backend. */
function maxAmountOf({ brands, delivery }) {
  const values = brands.flatMap((brand) => brand.values);
  if (values.every((value) => typeof value === "number")) return undefined;
  if (delivery === "notify" && values.some((value) => typeof value === "number")) return undefined;
  return String(Math.max(...values.map((value) => value.max ?? value)));
}

/** A knob takes the place of what follows from the brand; the page's own rules come after. */
const cssOf = ({ color, radius, knobs = {} }) =>
  [
    "reward-redemption {",
    "  display: block;",
    "  min-height: 100vh;",
    ...[...new Map([...tokensOf(color, radius), ...Object.entries(knobs.properties ?? {})])].map(
      ([name, value]) => `  ${name}: ${value};`,
    ),
    "}",
    ...(knobs.css ? ["", knobs.css] : []),
  ].join("\n");

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const ASKED = "/reward-session";
const SESSIONS = { "session-url": ` session-url="${ASKED}"`, getSession: "", nothing: "", "signed-out": "" };

/** The rule that reserves the element's place stands in the style sheet. */
function tagOf(snippet, { session, attributes = {} } = {}) {
  const given = SESSIONS[session] ?? ' session="SESSION_TOKEN"';
  const set = Object.entries(attributes).map(([name, value]) =>
    value === "" ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  );
  return snippet
    .replace(/^<style>.*<\/style>\n/, "")
    .replace(' session="SESSION_TOKEN"', () => given + set.join(""));
}

function sessionBodyOf(brand) {
  const { currency, delivery, order: { message, points_per_unit } = {} } = brand;
  return JSON.stringify(
    {
      order_id: "1042",
      promotion_id: "PROMOTION_ID",
      user: { email: "member@your-site.example" },
      delivery,
      currency,
      max_amount: maxAmountOf(brand),
      message,
      points_per_unit,
    },
    null,
    2,
  );
}

const BEFORE_CONFIRM = { age: '() => confirm("Are you 18?")', refuse: "() => false" };

const scriptOf = (events, { session, messages, beforeConfirm } = {}) =>
  [
    `const reward = document.querySelector("reward-redemption");
for (const name of ${JSON.stringify(events, null, 2)}) {
  reward.addEventListener(name, ({ detail }) => console.log(name, detail));
}`,
    session !== undefined &&
      session !== "session-url" &&
      `reward.getSession = async () => {
  const answer = await fetch("${ASKED}", { method: "POST" });
  if (!answer.ok) throw answer; // 401: nobody is signed in
  return answer.status === 204 ? null : (await answer.json()).session_token;
};`,
    messages && `reward.messages = ${JSON.stringify(messages, null, 2)};`,
    beforeConfirm && `reward.beforeConfirm = ${BEFORE_CONFIRM[beforeConfirm]};`,
  ]
    .filter(Boolean)
    .join("\n");

const siteOf = ({ authorize } = {}) => ({
  id: "your-site",
  key: "SITE_KEY",
  origins: [PAGE],
  ...(authorize && { authorize: { url: `${PAGE}/rewards/authorize`, secret: "whsec_…" } }),
});

/**
 * @param state the brand, with its knobs
 * @param {{ files: { pages: object[], backends: object[] }, latest: { script: string, snippet: string }, events: string[] }} from
 * @returns {{ group: string, title: string, hint: string, file?: string, text: string }[]}
 */
export function snippetsFor(state, { files, latest, events }) {
  const { knobs, order } = state;
  const server = new URL(latest.script).origin;
  const asIs = (group, hint) => (each) => ({
    group,
    title: each.title,
    hint,
    file: each.file,
    text: each.text,
  });
  const page = (title, hint, text) => ({ group: "Your page", title, hint, text });
  const settings = (title, hint, text) => ({ group: "Settings", title, hint, text });
  return [
    page(
      "Script tag",
      "In your page. The browser runs exactly this version of the widget, or none.",
      tagOf(latest.snippet, knobs),
    ),
    page("Style", "The element’s place, and your colours for both themes.", cssOf(state)),
    page("Script", "In a script of your page; the list of events shows what comes.", scriptOf(events, knobs)),
    ...files.pages.map(asIs("Your page", "The package’s component, with the session from your backend.")),
    {
      group: "Your backend",
      title: "Session",
      hint: "Your backend asks for a session when a member has earned a reward, and gives its token to the page.",
      text: [
        `curl ${server}/v1/sessions \\`,
        '  -H "Authorization: Bearer $SITE_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '${sessionBodyOf(state).replaceAll("'", "'\\''").replaceAll("\n", "\n  ")}'`,
      ].join("\n"),
    },
    ...files.backends.map(
      asIs(
        "Your backend",
        "A whole backend, with sessions and webhooks. Its settings are REWARDS_URL, SITE_KEY and WEBHOOK_SECRET.",
      ),
    ),
    settings(
      "CSP",
      "What your page’s Content-Security-Policy needs beside your own.",
      `script-src ${server}; connect-src ${server}; img-src ${server}; require-trusted-types-for 'script'`,
    ),
    settings(
      "SITES",
      "Your entry in the token server’s settings; the key has at least 32 characters.",
      JSON.stringify([siteOf(order)], null, 2),
    ),
  ];
}
