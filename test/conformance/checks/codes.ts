/** The codes of a redeemed redemption, and the format that selects the shown ones. Source: docs/proof/interface.md, "Fields". */
import { type Check, looksAt } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { fits, holds, kindOf, NotSupported, word } from "../judge.ts";
import { codesOf, dataOf, member } from "../reading.ts";
import { delivered } from "../scenarios/delivered.ts";
import { BARCODE_TYPES, Codes, REDEMPTION_STATES, RewardFormat, USAGES } from "../shapes.ts";

const SECTION = "Resources, Redemption";

const formatOf = (answer: Answer) => member(dataOf(answer), "reward_format");

function usagesOf(answer: Answer): unknown[] {
  const usages = member(formatOf(answer), "usages");
  return Array.isArray(usages) ? usages : [];
}

/** The codes of a redemption. If there are none, the check of Create and redeem reports it. */
function requireCodes(answer: Answer) {
  const codes = codesOf(dataOf(answer));
  if (codes.length === 0) throw new NotSupported("no codes to look at");
  return codes;
}

export const codeChecks: readonly Check[] = [
  looksAt(
    delivered,
    {
      id: "codes.fields",
      section: SECTION,
      rule: "Every code has a name, a value, a format that is string or url, and a usage; the codes have an expiry or null.",
    },
    ({ read }) => {
      requireCodes(read);
      fits(Codes, member(dataOf(read), "reward_codes"), "reward_codes");
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.usages",
      section: "Resources, reward_format",
      rule: "The usages of a reward are one of the four lists that are shown, in their order.",
    },
    ({ read }) => {
      fits(RewardFormat, formatOf(read), "reward_format");
      const usages = usagesOf(read);
      const known = USAGES.some((list) => list.join() === usages.join());
      holds(known, "one of the four lists", `[${usages.map(word).join(", ")}]`);
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.barcode-type",
      section: "Resources, reward_format",
      rule: "The barcode's type is none, c128 or qrcode.",
    },
    ({ read }) => {
      const type = member(formatOf(read), "barcode_type");
      const known = BARCODE_TYPES.some((each) => each === type);
      holds(known, `one of ${BARCODE_TYPES.join(", ")}`, word(type));
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.listed",
      section: "Resources, reward_codes.codes item",
      rule: "Every usage that the reward's format lists has a code with a value.",
    },
    ({ read }) => {
      const codes = requireCodes(read);
      for (const usage of usagesOf(read)) {
        const value = codes.find((code) => code.usage === usage)?.value;
        holds(typeof value === "string" && value !== "", `a code with usage ${word(usage)}`, kindOf(value));
      }
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.links",
      section: "Resources, reward_codes.codes item",
      rule: "The value of a code with the format url is a URL.",
    },
    ({ read }) => {
      const links = requireCodes(read).filter(({ format }) => format === "url");
      if (links.length === 0) throw new NotSupported("the reward has no link");
      const wrong = links.filter(({ value }) => !URL.canParse(String(value)));
      holds(wrong.length === 0, "URLs", `${wrong.length} of ${links.length} are none`);
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.pdf",
      section: "Resources, Promotion",
      rule: "Where the promotion allows PDFs, the codes include a link to one.",
    },
    ({ read }, { target }) => {
      const codes = requireCodes(read);
      if (member(target.promotion, "allow_pdf") !== true)
        throw new NotSupported("the promotion allows no PDFs");
      const link = codes.find(({ usage }) => usage === "printable_document_url");
      holds(link !== undefined, "a code with the PDF's usage", "none");
      holds(URL.canParse(String(link?.value)), "a URL", kindOf(link?.value));
    },
  ),
  looksAt(
    delivered,
    {
      id: "codes.value",
      section: SECTION,
      rule: "A redeemed redemption says what it is worth: a number above 0 and a currency.",
    },
    ({ read }) => {
      const [amount, currency] = ["amount", "currency"].map((name) => member(dataOf(read), "value", name));
      holds(typeof amount === "number" && amount > 0, "an amount above 0", kindOf(amount));
      holds(typeof currency === "string" && currency !== "", "a currency", kindOf(currency));
    },
  ),
];

export const stateCheck: Check = {
  id: "states.known",
  section: "States and transitions, Redemption states",
  rule: "Every redemption that was met in the whole run is in one of the nine states.",
  async run({ answers }) {
    const redemptions = answers
      .filter(({ status }) => status >= 200 && status < 300)
      .flatMap((answer) => dataOf(answer) ?? [])
      .filter((item) => member(item, "order_id") !== undefined);
    if (redemptions.length === 0) throw new NotSupported("no redemption was met");
    const states = redemptions.map((item) => member(item, "state"));
    const unknown = states.find((state) => !REDEMPTION_STATES.some((each) => each === state));
    const all = states.every((state) => REDEMPTION_STATES.some((each) => each === state));
    holds(all, "one of the nine states", word(unknown));
  },
};
