/** The table of the whole interface: what it names exists, and nothing of the code's own lists is missing in it. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createFulfillment } from "../../demo/fulfillment/app.ts";
import { OPERATIONS } from "../../demo/fulfillment/calls.ts";
import { REWARD_STATES, REWARD_STATUSES } from "../../demo/fulfillment/catalog/promotions.ts";
import { STATUS } from "../../demo/fulfillment/errors.ts";
import { STATES, TABLE } from "../../demo/fulfillment/states.ts";
import {
  filterQuery,
  REDEMPTION_SORTS,
  REDEMPTION_STATES,
} from "../../server/fulfillment/redemption-filters.ts";
import { ORDER_STATES } from "../../shared/wire.ts";
import { CHECKS } from "../conformance/checks/all.ts";
import { connect } from "../contract/connect.ts";
import { FOUND_BY } from "../support/planted.ts";
import {
  ALL_ROWS,
  CONFORMANCE,
  checksIn,
  column,
  isPlace,
  isReachable,
  isTest,
  nameOf,
  OUR_ROUTES,
  PLACE,
  page,
  rowsOf,
  section,
  spansOf,
} from "./interface-page.ts";
import { type Row, spansIn } from "./page.ts";
import { callsOn, fileExists } from "./source.ts";

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Under these columns every code span is one of its kind, and there is at least one. */
const KINDS: [string, string, (span: string) => boolean][] = [
  ["Client", "a place in server/ or shared/", (span) => /^(server|shared)\//.test(span) && isPlace(span)],
  [
    "Simulated service",
    "a place in demo/fulfillment/",
    (span) => span.startsWith("demo/fulfillment/") && isPlace(span),
  ],
  ["Test", "one test, or a check", isTest],
];

describe("what a row names", () => {
  it.each(KINDS)("under %s is %s", (name, _, isKind) => {
    const rows = ALL_ROWS.map(({ heading, row }) => ({
      at: `${heading}: ${nameOf(row)}`,
      spans: spansOf(row, name),
    }));
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ spans }) => spans.length === 0).map(({ at }) => at)).toEqual([]);
    expect(
      rows.flatMap(({ at, spans }) => spans.filter((span) => !isKind(span)).map((span) => `${at}: ${span}`)),
    ).toEqual([]);
  });

  it("under Reached through is a route, a setting or a word of ours; where it is not needed, why", () => {
    const rows = ALL_ROWS.filter(({ heading }) => section(heading).columns.includes("Reached through"));
    const wrong = rows.flatMap(({ row }) =>
      spansOf(row, "Reached through")
        .filter((span) => !isReachable(span))
        .map((span) => `${nameOf(row)}: ${span}`),
    );
    expect(wrong).toEqual([]);
    expect(
      rows.filter(({ row }) => (row["Reached through"] ?? "").length < 4).map(({ row }) => nameOf(row)),
    ).toEqual([]);
    for (const text of column(
      rows.map(({ row }) => row),
      "Reached through",
    ))
      if (text.startsWith("not needed")) expect(text).toMatch(/^not needed by a site or user: \S+ \S+/);
  });

  it("anywhere else on the page is there as well", () => {
    const paths = spansIn(page).filter((span) => /^(server|shared|demo|test)\/[^\s#]+\.ts(#|$)/.test(span));
    expect(paths.filter((span) => !(PLACE.test(span) ? isPlace(span) : fileExists(span)))).toEqual([]);
    expect(checksIn(page).filter((id) => !isTest(CONFORMANCE + id))).toEqual([]);
  });
});

/** Rows that no list of the code knows: what the interface says once, and where it says that something is not shown. */
const SAID_ONCE: Readonly<Record<string, readonly [column: string, values: readonly string[]]>> = {
  "States and statuses of promotions and rewards": [
    "Value",
    ["status `enabled`", "state `ready`", "`start_datetime`, `end_datetime`"],
  ],
  Transitions: ["From", ["not shown"]],
  Errors: [
    "Error",
    [
      "504",
      "the error body",
      "a 401 that names neither",
      "bodies of other 5xx",
      "errors of the token endpoint",
      "which requests are a 422: validation, another order under an `order_id`, a state that does not allow the call",
      "other 4xx, 3xx",
    ],
  ],
  Limits: [
    "Limit",
    [
      "booking hold",
      "`order_id`",
      "refund window",
      "free-value amounts",
      "token endpoint",
      "requests of the API",
      "bounds of `per_page`",
      "reading instructions",
    ],
  ],
  "Headers, versions, events": [
    "What",
    [
      "`Authorization: Bearer`",
      "`Api-Key`, `Api-Secret`",
      "`Content-Type`",
      "`Accept`",
      "`Date`",
      "the prefix `/fulfillment/v2`",
      "addresses",
      "success bodies",
      "events",
    ],
  ],
  "Parameters of lists": [
    "Parameter",
    [
      "`page`",
      "`per_page`",
      "the `paging` of an answer",
      "`sku` of List rewards",
      "`client_id` of List rewards",
    ],
  ],
};

/** Whether a row stands for a member of a list of the code, which has a test of its own below. */
function isKnown(heading: string, row: Row, value: string): boolean {
  switch (heading) {
    case "States and statuses of promotions and rewards":
      return row.Of === "reward";
    case "Transitions":
      return value === "any other" || spansIn(value).length > 0;
    case "Errors":
      return /^\d{3} `/.test(value);
    case "Parameters of lists": {
      const [name = ""] = spansIn(value);
      return (
        ["sort", "state"].includes(name) || (value === `\`${name}\`` && Object.hasOwn(filterQuery({}), name))
      );
    }
    default:
      return false;
  }
}

/** What stands in a row's tests where no check of the conformance suite can see what the row says. */
const UNSEEN = /; not seen from outside: \S+ \S+/;

describe("each row", () => {
  it("has a check of the conformance suite, or the reason why none can see it, and never both", () => {
    const wrong = ALL_ROWS.filter(
      ({ row: { Test = "" } }) => checksIn(Test).length > 0 === UNSEEN.test(Test),
    );
    expect(wrong.map(({ heading, row }) => `${heading}: ${nameOf(row)}`)).toEqual([]);
  });

  it("is broken by a planted deviation that one of its checks finds", () => {
    const finders = Object.values(FOUND_BY).map((found) => found.split(" "));
    const unbroken = ALL_ROWS.filter(({ row: { Test = "" } }) => {
      const checks = checksIn(Test);
      return checks.length > 0 && !finders.some((found) => found.some((id) => checks.includes(id)));
    });
    expect(unbroken.map(({ heading, row }) => `${heading}: ${nameOf(row)}`)).toEqual([]);
  });
});

describe("operations", () => {
  const rows = rowsOf("Operations");
  const { control: _, client } = connect();

  it("have one row each, by the names of the simulated service", () => {
    const handlers = rows.map((row) => PLACE.exec(spansOf(row, "Simulated service")[0] ?? "")?.[2] ?? "");
    expect(handlers.toSorted()).toEqual(OPERATIONS.toSorted());
  });

  it("name every method and path of the simulated service", () => {
    const mounted = createFulfillment({ basePath: "", authPath: "" }).app.routes.flatMap(
      ({ method, path }) =>
        /^\/(fulfillment|oauth)\//.test(path) ? `${method} ${path.replace(/:(\w+)/g, "{$1}")}` : [],
    );
    const told = rows.flatMap((row) => spansOf(row, "Interface").filter((span) => /^(GET|POST) /.test(span)));
    expect(told.toSorted()).toEqual(sorted(mounted));
  });

  it("name every method of the client", () => {
    const told = ALL_ROWS.flatMap(({ row }) => spansOf(row, "Client")).flatMap(
      (span) => /^server\/fulfillment\/(?:reads|changes|client)\.ts#(\w+)$/.exec(span)?.[1] ?? [],
    );
    expect(Object.keys(client).filter((method) => !told.includes(method))).toEqual([]);
  });

  it("are said not to be needed exactly where the server calls no method of theirs", () => {
    const files = readdirSync(resolve(import.meta.dirname, "../../server"), {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => file.endsWith(".ts") && !file.startsWith("fulfillment/"));
    const called = new Set(files.flatMap((file) => callsOn("fulfillment", `server/${file}`)));
    for (const row of rows) {
      const methods = spansOf(row, "Client").flatMap((span) => PLACE.exec(span)?.[2] ?? []);
      const own = methods.filter((method) => Object.hasOwn(client, method));
      if (own.length === 0) continue;
      const isNeeded = !(row["Reached through"] ?? "").startsWith("not needed");
      expect([nameOf(row), own.some((method) => called.has(method))]).toEqual([nameOf(row), isNeeded]);
    }
  });

  it("are reached by every route but those that are listed as reaching none", () => {
    const listed = /^Routes that reach no operation: (.+?)\.$/m.exec(section("Operations").text)?.[1] ?? "";
    const reaching = rows.flatMap((row) => spansOf(row, "Reached through"));
    const routes = [...reaching.filter((span) => OUR_ROUTES.includes(span)), ...spansIn(listed)];
    expect(sorted(OUR_ROUTES.filter((route) => !routes.includes(route)))).toEqual([]);
    expect(
      spansIn(listed).filter((route) => reaching.includes(route) || !OUR_ROUTES.includes(route)),
    ).toEqual([]);
  });
});

/** What the interface says in each of its rules, by the words that a row cannot do without. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  R1: ["Create and redeem", "Redeem", "repeated", "same redemption"],
  R2: ["timeout or failure", "same call", "retries", "success", "same redemption"],
  R3: ["Create and redeem", "`order_id`", "exactly the same parameters"],
  R4: ["booked", "id", "Create and redeem", "parameters of the Book"],
  R5: ["Book", "reserves a code", "30 minutes", "like Create"],
  R6: ["Activate", "link", "no codes", "pending"],
  R7: ["Cancel", "pending", "failed", "redeemed cannot be canceled"],
  R8: ["Refund", "redeemed", "booked, failed and pending", "debited", "this month", "200", "unchanged"],
  R9: ["free-value", "amount", "whole units", "range"],
  R10: ["stock", "reward endpoints", "instructions", "Get a reward only", "cost only", "`client_id`"],
};

/** The rules that the title of a test of the simulated service names: "(R7)", "(R1, R2, R4)", "(R1-R4)". */
function rulesIn(test: string): string[] {
  if (!test.startsWith("test/demo/fulfillment/")) return [];
  return [...test.matchAll(/\bR(\d+)(?:-R(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `R${Number(first) + n}`),
  );
}

describe("rows for every", () => {
  it("rule, R1 to R10, one each", () => {
    expect(column(rowsOf("Rules"), "Rule")).toEqual(Array.from({ length: 10 }, (_, n) => `R${n + 1}`));
  });

  it.each(Object.entries(RULES))(
    "rule say what it says, and name tests of that very rule: %s",
    (rule, words) => {
      const row = rowsOf("Rules").find((each) => each.Rule === rule);
      expect(words.filter((each) => !row?.Interface?.includes(each))).toEqual([]);
      expect(spansOf(row, "Test").flatMap(rulesIn)).toContain(rule);
    },
  );

  it("state of a redemption, one each, and every state of our orders", () => {
    const rows = rowsOf("Redemption states");
    expect(rows.map((row) => spansOf(row, "State").join()).toSorted()).toEqual(STATES.toSorted());
    const becomes = rows.flatMap((row) => spansOf(row, "The order becomes"));
    const known: readonly string[] = ORDER_STATES;
    expect(becomes.filter((state) => !known.includes(state))).toEqual([]);
    const told = [...becomes, ...spansIn(section("Redemption states").text)];
    expect(known.filter((state) => !told.includes(state))).toEqual([]);
  });

  it("status and state of a promotion's reward", () => {
    const values = rowsOf("States and statuses of promotions and rewards").flatMap((row) =>
      row.Of === "reward" ? [row.Value] : [],
    );
    const known = [
      ...REWARD_STATUSES.map((status) => `status \`${status}\``),
      ...REWARD_STATES.map((state) => `state \`${state}\``),
    ];
    expect(values.toSorted()).toEqual(known.toSorted());
  });

  it("transition of the simulated service, and no other", () => {
    const told = rowsOf("Transitions").flatMap((row) => {
      const froms = row.From === "any other" ? ["any other"] : spansOf(row, "From");
      const [to = ""] = spansOf(row, "To");
      return froms.flatMap((from) => spansOf(row, "Trigger").map((trigger) => `${from} ${trigger} ${to}`));
    });
    const known = Object.entries(TABLE).flatMap(([trigger, [listed, otherwise]]) => [
      ...Object.entries(listed).map(([from, to]) => `${from} ${trigger} ${to}`),
      `any other ${trigger} ${otherwise}`,
    ]);
    expect(told.toSorted()).toEqual(known.toSorted());
  });

  it("error name with its status, one each", () => {
    const told = column(rowsOf("Errors"), "Error").filter((error) => /^\d{3} `/.test(error));
    const known = Object.entries(STATUS).map(([name, status]) => `${status} \`${name}\``);
    expect(told.toSorted()).toEqual(known.toSorted());
  });

  it("filter, order and state of List redemptions", () => {
    const rows = rowsOf("Parameters of lists");
    const parameters = rows.map((row) => spansOf(row, "Parameter"));
    const names = parameters.flatMap(([name = ""]) => name);
    expect(Object.keys(filterQuery({})).filter((name) => !names.includes(name))).toEqual([]);
    const sorts = parameters.flatMap(([name, ...values]) => (name === "sort" ? values : []));
    expect(sorts.toSorted()).toEqual(REDEMPTION_SORTS.toSorted());
    const state = rows.find((row) => row.Parameter === "`state`");
    expect(spansOf(state, "Interface")).toEqual([...REDEMPTION_STATES]);
  });

  it.each(Object.entries(SAID_ONCE))("thing that is said once: %s", (heading, [name, values]) => {
    const told = column(rowsOf(heading), name).filter(
      (each, n) => !isKnown(heading, rowsOf(heading)[n] ?? {}, each),
    );
    expect(told.toSorted()).toEqual(values.toSorted());
  });

  it("resource that a check looks at, with the name that its check has", () => {
    for (const row of rowsOf("Checks of fields"))
      expect([row.Of, checksIn(row.Test ?? "").map((id) => id.split(".")[0] ?? "")]).toEqual([
        row.Of,
        checksIn(row.Test ?? "").map(() =>
          expect.stringMatching(new RegExp(`^${row.Of?.replace(/s$/, "")}s?$`)),
        ),
      ]);
  });

  it("check of the conformance suite, or a place in the list of the others", () => {
    const held = checksIn(ALL_ROWS.map(({ row }) => row.Test).join());
    const others = checksIn(section("Checks of fields").text);
    const ids = CHECKS.map(({ id }) => id);
    expect(ids.filter((id) => !held.includes(id) && !others.includes(id))).toEqual([]);
    expect(others.filter((id) => held.includes(id))).toEqual([]);
  });
});
