import { describe as about, expect, it } from "vitest";
import { z } from "zod";
import { describe, nulMistakes } from "../../../server/http/issues.ts";
import { attentionQuery } from "../../../server/operators/attention-query.ts";
import { pagingQuery, sessionRequest } from "../../../shared/wire.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

const GOOD = { order_id: "1042", promotion_id: "4001", user: { email: "user@example.com" } };

about("what a request is told of a member", () => {
  it.each<[Record<string, unknown>, string, unknown]>([
    [{ skus: [] }, "skus", "expected at least 1 entry"],
    [{ promotion_id: "" }, "promotion_id", "expected at least 1 character"],
    [{ promotion_id: "x".repeat(200) }, "promotion_id", "expected at most 128 characters"],
    [{ ttl_seconds: 1 }, "ttl_seconds", "expected at least 60"],
    [{ currency: "usd" }, "currency", "expected a currency code of ISO 4217, in three capitals: USD"],
    [{ currency: "QQQ" }, "currency", "expected a currency code of ISO 4217, in three capitals: USD"],
    [{ locale: "français" }, "locale", "expected a language tag of BCP 47: fr-FR"],
    [{ order_id: "a/b" }, "order_id", "expected 1 to 64 letters, digits, dots, underscores or hyphens"],
    [
      { support_url: "https://shop.example/\u200bhelp" },
      "support_url",
      "expected an https: address without user information or characters that are not seen",
    ],
    [
      { support_url: "javascript:alert(1)" },
      "support_url",
      expect.stringMatching(/^expected an https: address/),
    ],
    [
      { support_url: "http://localhost/" },
      "support_url",
      expect.stringMatching(/^expected an https: address/),
    ],
    [{ user: { email: "nobody" } }, "user.email", "expected an e-mail address"],
    [{ user: { email: "a\u202eb@example.com" } }, "user.email", expect.stringMatching(/not seen$/)],
    [{ user: { email: "a\u0007b@example.com" } }, "user.email", expect.stringMatching(/not seen$/)],
    ...[
      "a@b.test>",
      "<a@b.test>",
      "a@b.test,c@d.test",
      "a(x)@b.test",
      "a@[10.0.0.1]",
      "a@b..c",
      "a@-",
      "a@b:25",
    ].map((email): [Record<string, unknown>, string, unknown] => [
      { user: { email } },
      "user.email",
      "expected an e-mail address",
    ]),
    ...["", "a\u0000b", "x".repeat(41), "a\nb"].map((name): [Record<string, unknown>, string, unknown] => [
      { metadata: { [name]: "v" } },
      `metadata.${name}`,
      expect.stringMatching(/^expected a name/),
    ]),
    ...["a\u0000b", "a\u0085b", "x".repeat(401), 1, null].map(
      (value): [Record<string, unknown>, string, unknown] => [
        { metadata: { n: value } },
        "metadata.n",
        expect.stringMatching(/^expected a text/),
      ],
    ),
    [{ metadata: ["a"] }, "metadata", "expected a value of type record"],
    [
      {
        metadata: JSON.parse(
          `{"__proto__":"x",${Array.from({ length: 20 }, (_, n) => `"${n}":"x"`).join()}}`,
        ),
      },
      "metadata",
      "expected at most 20 pairs",
    ],
    [{ user: {} }, "user.email", "expected a value of type string"],
    [{ promotion_id: 4001 }, "promotion_id", "expected a value of type string"],
    [{ order_id: "x".repeat(65) }, "order_id", expect.stringMatching(/^expected 1 to 64 letters/)],
    [{ amount: "5.00" }, "amount", expect.stringMatching(/^expected /)],
    [{ amount: "1000000000" }, "amount", expect.stringMatching(/^expected 1 to 9 digits/)],
    [{ amount: null }, "amount", expect.stringMatching(/leave it out$/)],
    [{ max_amount: null }, "max_amount", expect.stringMatching(/leave it out$/)],
    [{ skus: null }, "skus", expect.stringMatching(/leave it out$/)],
    [{ groups: [{ name: " ", skus: ["A"] }] }, "groups.0.name", "expected at least 1 character"],
    [{ groups: [{ name: "A", skus: [] }] }, "groups.0.skus", "expected at least 1 entry"],
    [{ groups: [{ name: "A", sku: "A", skus: ["A"] }] }, "groups.0.sku", "is not known here"],
    [{ groups: ["A", "A"].map((name) => ({ name, skus: [name] })) }, "groups", "expected each name once"],
    [
      { groups: Array.from({ length: 25 }, (_, n) => ({ name: `${n}`, skus: ["A"] })) },
      "groups",
      "expected at most 24 entries",
    ],
    [{ max_ammount: null }, "max_ammount", "is not known here"],
    [{ delivery: "pigeon" }, "delivery", "expected one of redeem, activate, notify"],
    [{ ttl_seconds: 3601 }, "ttl_seconds", "expected at most 3600"],
    [{ user: { email: "user@example.com", mail: "x" } }, "user.mail", "is not known here"],
    [{ max_ammount: "20" }, "max_ammount", "is not known here"],
  ])("%j: %s %s", (member, path, message) => {
    const { error } = sessionRequest.safeParse({ ...GOOD, ...member });
    expect(error && describe(error)).toContainEqual({ path, message });
  });

  it.each([
    ["1e9", "expected a whole number, in digits only"],
    ["1.5", "expected a whole number, in digits only"],
    ["-1", "expected a whole number, in digits only"],
    ["", "expected a whole number, in digits only"],
    ["0", "expected at least 1"],
  ])("of a query: a page of %j", (page, message) => {
    const { error } = pagingQuery.safeParse({ page });
    expect(error && describe(error)).toEqual([{ path: "page", message }]);
  });

  it("of an operator's query: which site ids there may be", () => {
    const { error } = attentionQuery.safeParse({ site: "Shop!" });
    expect(error && describe(error)).toEqual([
      { path: "site", message: "expected 1 to 24 lower-case letters, digits or hyphens" },
    ]);
  });

  it("is no pattern, also where a schema has no words for one", () => {
    const { error } = z.object({ site: z.string().regex(/^[a-z]{1,24}$/) }).safeParse({ site: "" });
    expect(error && describe(error)).toEqual([{ path: "site", message: "is not spelled as expected" }]);
  });

  it("is never a pattern", () => {
    const bad = { ...GOOD, order_id: "", amount: "05", currency: "€", locale: "?" };
    const { error } = sessionRequest.safeParse(bad);
    for (const { message } of error ? describe(error) : []) expect(message).not.toMatch(/[\\^$]/);
  });
});

about("U+0000, which PostgreSQL cannot store", () => {
  it("is found wherever it stands", () => {
    const value = { a: "\0", b: { c: ["x", "y\0z"] }, d: 0, e: null, f: "fine" };
    const paths = nulMistakes(value).map(({ path }) => path);
    expect(paths.sort()).toEqual(["a", "b.c.1"]);
    expect(nulMistakes("\0")).toMatchObject([{ path: "" }]);
  });

  it("is not in its escape, however deep", () => {
    let deep: unknown = "\\u0000";
    for (let n = 0; n < 20_000; n++) deep = [deep];
    expect(nulMistakes(deep)).toEqual([]);
  });

  useWorld({ OPERATOR_KEY });

  it("refuses a body and a query before any call", async () => {
    const answers = [
      await world.mint({ customization: { pdf: { message: "a\0b" } } }),
      await world.request("/v1/attention?site=a%00", { headers: asOperator }),
    ];
    expect(answers.map(({ status, problem }) => [status, problem.errors?.[0]?.path])).toEqual([
      [422, "customization.pdf.message"],
      [422, "site"],
    ]);
    expect(world.control.calls.filter(({ operation }) => operation !== "token")).toEqual([]);
    expect((await world.mint({ customization: { pdf: { message: "\\u0000" } } })).status).toBe(201);
  });
});
