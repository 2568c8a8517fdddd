import { describe, expect, it } from "vitest";
import { newOrderRequest, orderRequest, readNewOrder, readTerm } from "../../../demo/portal/requests.ts";
import { sessionRequest } from "../../../shared/wire.ts";

const NEW = {
  form_key: "0123456789abcdef0123456789abcdef",
  customer: { name: "Ida Holm", email: "ida@customer.example" },
  promotion_id: "4001",
  delivery: "redeem",
} as const;

const read = (body: object) => readNewOrder(newOrderRequest.parse({ ...NEW, ...body }));

const OCEANE = { name: "Océane Lefèvre", email: "oceane@customer.example" };
const IDA = { name: "Ida Holm", email: "ida@customer.example" };
const OTHER_IDA = { name: "Ida Berg", email: "berg@customer.example" };
const KNOWN = [OCEANE, IDA, OTHER_IDA, { ...IDA, name: "Ida Holm-Olsen" }];

describe("a search term", () => {
  it.each([
    ["", { kind: "all" }],
    ["Ida@Customer.Example", { kind: "email", email: "ida@customer.example" }],
    ["cv-0a1b2c3d", { kind: "order", order_id: "CV-0A1B2C3D" }],
    ["1042", { kind: "order", order_id: "1042" }],
    ["oceane lef", { kind: "customers", customers: [OCEANE] }],
    ["Lefèvre", { kind: "customers", customers: [OCEANE] }],
    ["berg  IDA", { kind: "customers", customers: [OTHER_IDA] }],
    ["olm", { kind: "order", order_id: "olm" }],
    ["Jonas Holm", { kind: "unclear" }],
    ["../orders", { kind: "unclear" }],
    ["..", { kind: "unclear" }],
  ])("%j is read as %j", (term, about) => {
    expect(readTerm(term, KNOWN)).toEqual(about);
  });

  it("that is the name of several customers names each address once", () => {
    const about = readTerm("ida", KNOWN);
    const emails = about.kind === "customers" ? about.customers.map(({ email }) => email) : [];
    expect(emails).toEqual([IDA.email, OTHER_IDA.email]);
  });
});

describe("a new order", () => {
  it("becomes a request of the token server, member by member", () => {
    const made = read({
      customer: { name: " Ida Holm ", email: " Ida@Customer.Example " },
      skus: ["VELMORA-VAR"],
      max_amount: "50",
      message: "Thank you",
      sender_name: "",
      role: "admin",
    });
    expect(made).toEqual({
      customer: { name: "Ida Holm", email: "ida@customer.example" },
      values: {
        promotion_id: "4001",
        user: { email: "ida@customer.example" },
        delivery: "redeem",
        skus: ["VELMORA-VAR"],
        max_amount: "50",
        customization: { pdf: { message: "Thank you" } },
      },
    });
    const request = { order_id: "1", ...made?.values };
    expect(sessionRequest.parse(request)).toEqual(request);
  });

  it.each([
    ["another site's promotion", { promotion_id: "4002" }],
    ["a delivery that was not agreed", { promotion_id: "4008", delivery: "redeem" }],
    ["a message where no document carries it", { promotion_id: "4013", message: "Hello" }],
  ])("is invalid with %s", (_, body) => {
    expect(read(body)).toBeUndefined();
  });

  it.each([
    ["no key of its form", { form_key: undefined }],
    ["a key that is no random one", { form_key: "1" }],
    ["no name", { customer: { name: " ", email: "ida@customer.example" } }],
    ["no e-mail", { customer: { name: "Ida", email: "ida" } }],
    ["cents", { amount: "5.00" }],
    ["an empty choice of rewards", { skus: [] }],
    ["an unknown delivery", { delivery: "post" }],
    ["a message longer than a document takes", { message: "x".repeat(501) }],
  ])("is refused with %s", (_, body) => {
    expect(newOrderRequest.safeParse({ ...NEW, ...body }).success).toBe(false);
  });
});

it.each(["..", ".", "a/b", "", "x".repeat(65), "ö"])("%j is not an order's number", (order_id) => {
  expect(orderRequest.safeParse({ order_id }).success).toBe(false);
});
