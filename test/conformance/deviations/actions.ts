/** Deviations of Redeem, Activate, Cancel, Refund and Consult card, and of the shape of redemptions and codes. */
import { CHANGES, type Operation } from "../../../demo/fulfillment/calls.ts";
import { invalid, notFound } from "../../../demo/fulfillment/errors.ts";
import type { Input } from "../../../demo/fulfillment/handle.ts";
import type { Service } from "../../../demo/fulfillment/service.ts";
import { redemptionView } from "../../../demo/fulfillment/views.ts";
import { reissue } from "./orders.ts";
import {
  after,
  around,
  before,
  both,
  type Fields,
  isFields,
  items,
  type Plant,
  REDEMPTIONS,
  recordAfter,
  redemptionIn,
  withData,
  withInput,
  without,
} from "./plant.ts";

/** Puts the redemption into a state from which the operation works. */
const from = (state: string, enter: string) => (input: Input, service: Service) => {
  const record = redemptionIn(input, service);
  if (record?.state === state) service.redemptions.force(record, { state: enter }, input.now);
};

const codes = (change: (items: Fields[], usages: unknown[]) => Fields[]): Plant =>
  items(REDEMPTIONS, (item) => {
    const { reward_codes, reward_format } = item;
    if (!isFields(reward_codes) || !Array.isArray(reward_codes.codes)) return item;
    const usages = isFields(reward_format) && Array.isArray(reward_format.usages) ? reward_format.usages : [];
    return { ...item, reward_codes: { ...reward_codes, codes: change(reward_codes.codes, usages) } };
  });

const format = (change: Fields): Plant =>
  items(REDEMPTIONS, (item) => ({
    ...item,
    reward_format: { ...(item.reward_format as Fields), ...change },
  }));

/** A redemption of another client is answered like one of the account's own. */
const foreignDone = (operations: readonly Operation[]): Plant =>
  around(operations, (next, { store, settings }) => (input) => {
    const record = store.foreign.get(input.params.redemption_id ?? "");
    return record ? { status: 200, body: { data: redemptionView(record, store, settings) } } : next(input);
  });

const inOnePiece = (id: unknown) => String(id).replace("-", "");

export const ACTIONS = {
  redeem_again_other_codes: before(["redeem"], (input, service) =>
    reissue(redemptionIn(input, service), service, input.now),
  ),
  redeem_without_data: withInput(["redeem"], (input) => withData(input, (data) => data)),
  redeem_without_moment: recordAfter(["redeem"], (record) => {
    record.redeemedAt = null;
  }),
  redeem_of_canceled: before(["redeem"], from("canceled", "pending")),
  same_codes_for_all: recordAfter(["redeem", "create_and_redeem"], (record, { store }) => {
    const first = [...store.redemptions.values()].find(
      ({ reward, codes: issued }) => reward.sku === record.reward.sku && issued !== undefined,
    );
    if (record.codes) record.codes = first?.codes;
  }),

  activate_with_codes: withInput(["activate"], (input) => ({ ...input, divert: { state: "redeemed" } })),
  activate_stays_booked: withInput(["activate"], (input) => ({ ...input, divert: { state: "booked" } })),
  activate_without_link: items(["activate"], (item) => without(item, "url")),
  cancel_of_redeemed: before(["cancel"], from("redeemed", "pending")),
  cancel_of_hold: before(["cancel"], from("booked", "pending")),
  cancel_does_nothing: withInput(["cancel"], (input) => ({ ...input, divert: { state: "pending" } })),
  canceled_can_be_activated: before(["activate"], from("canceled", "booked")),

  foreign_redemption_shown: foreignDone(["get_redemption"]),
  foreign_redemption_changed: foreignDone(["activate", "redeem", "cancel", "refund"]),
  unknown_redemption_done: after(["activate", "redeem", "cancel", "refund"], (answer) =>
    answer.status === 404 ? { status: 200, body: { data: {} } } : answer,
  ),

  refund_of_last_month: before(["refund"], (input, service) => {
    const record = redemptionIn(input, service);
    if (record) Object.assign(record, { createdAt: input.now });
  }),
  refund_refused: after(["refund"], (answer) => {
    if (answer.effect?.kind === "existing") throw invalid("Not refundable");
    return answer;
  }),
  refund_of_any_hold: before(["refund"], (input, service) => {
    const record = redemptionIn(input, service);
    if (record?.state === "booked") record.debited = true;
  }),
  refund_only_said: around(["refund"], (next, { store, settings }) => (input) => {
    const record = redemptionIn(input, { store });
    if (record?.state !== "redeemed") return next(input);
    const said = { ...record, state: "refunded", refundedAt: input.now };
    return { status: 200, body: { data: redemptionView(said, store, settings) } };
  }),
  refund_not_of_debited: around(["refund"], (next, service) => (input) => {
    const record = redemptionIn(input, service);
    if (record?.state !== "booked") return next(input);
    const { debited } = record;
    record.debited = false;
    const answer = next(input);
    record.debited = debited;
    return answer;
  }),
  refund_without_moment: recordAfter(["refund"], (record) => {
    record.refundedAt = null;
  }),
  consult_as_404: after(["card_consult"], (answer) => {
    if (answer.status === 422) throw notFound("Balance");
    return answer;
  }),
  consult_without_currency: items(["card_consult"], (balance) => without(balance, "card_currency")),

  id_in_one_piece: both(
    withInput(
      ["get_redemption", "activate", "redeem", "cancel", "refund", "card_consult"],
      (input, { store }) => {
        const id = [...store.redemptions.keys()].find(
          (each) => inOnePiece(each) === input.params.redemption_id,
        );
        return {
          ...input,
          params: { ...input.params, redemption_id: id ?? input.params.redemption_id ?? "" },
        };
      },
    ),
    items(REDEMPTIONS, (item) => ({ ...item, id: inOnePiece(item.id) })),
  ),
  sku_in_small_letters: items(["get_redemption"], (item) =>
    isFields(item.reward)
      ? { ...item, reward: { ...item.reward, sku: String(item.reward.sku).toLowerCase() } }
      : item,
  ),
  debited_missing: items(REDEMPTIONS, (item) => without(item, "debited")),
  update_moment_kept: recordAfter(CHANGES, (record) => {
    record.updatedAt = record.createdAt;
  }),
  moments_as_numbers: items(REDEMPTIONS, (item) => ({
    ...item,
    updated_datetime: Date.parse(String(item.updated_datetime)),
  })),
  usages_of_its_own: format({ usages: ["primary", "pin"] }),
  listed_usage_missing: codes((all, usages) => all.filter(({ usage }) => usage !== usages[0])),
  barcode_invented: format({ barcode_type: "code_thirtynine" }),
  format_invented: codes((all) => all.map((code) => ({ ...code, format: "text" }))),
  links_without_host: codes((all) =>
    all.map((code) =>
      code.format === "url" ? { ...code, value: new URL(String(code.value)).pathname } : code,
    ),
  ),
  pdf_link_missing: codes((all) => all.filter(({ usage }) => usage !== "printable_document_url")),
} satisfies Record<string, Plant>;
