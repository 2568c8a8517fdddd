/**
 * Ways to make the simulated service break the interface, one at a time, so that a conformance suite can prove that it
 * notices. None is active unless a program names it in `createFulfillment({ deviations: [...] })`: no setting, fault or
 * control route can activate one. They are implemented in `deviations/`.
 */
import { API_OPERATIONS, type ApiOperation } from "./calls.ts";

/** The same deviation for each operation of the API, named after the operation. */
const each = <P extends string>(prefix: P, section: string, breaks: (operation: string) => string) =>
  Object.fromEntries(
    API_OPERATIONS.map((name) => [`${prefix}_${name}`, [section, breaks(name.replaceAll("_", " "))]]),
  ) as unknown as Record<`${P}_${ApiOperation}`, readonly [string, string]>;

/** By name: the section of the interface, and the broken rule. */
export const DEVIATIONS = {
  // Authentication
  headers_refused: ["Authentication", "Header credentials are refused."],
  token_refused: ["Authentication", "Bearer tokens are refused; only header credentials work."],
  any_token: ["Authentication", "Any bearer token is accepted."],
  no_credentials_needed: ["Errors", "Calls without credentials are carried out."],
  ...each("no_credentials_for", "Errors", (name) => `Without credentials ${name} is carried out.`),
  ...each("headers_refused_for", "Authentication", (name) => `Header credentials are refused for ${name}.`),
  key_alone: ["Authentication", "Header credentials with the right key and any secret are accepted."],
  secret_alone: ["Authentication", "Header credentials with the right secret and any key are accepted."],
  token_for_any_secret: ["Token request", "A token is given for any secret."],
  token_for_any_key: ["Token request", "A token is given for any key."],
  token_for_any_grant: ["Token request", "A token is given for any grant_type."],
  unauthorized_named_otherwise: ["Errors", "A 401 for wrong credentials is named invalid_token."],
  unauthorized_as_403: ["Errors", "Wrong credentials are answered 403."],
  token_life_as_text: ["Token request", "expires_in is a text."],
  token_without_moment: ["Token request", "created_at is missing."],

  // Account, discounts, clients
  foreign_reward_shown: ["Errors", "Get a reward shows what is another client's."],
  foreign_redemption_shown: ["Errors", "Get a redemption shows what is another client's."],
  foreign_redemption_changed: [
    "Errors",
    "Redeem, Activate, Cancel and Refund take another client's redemption.",
  ],
  unknown_client_listed: ["List promotions", "List promotions of an unknown client shows the account's own."],
  unknown_promotion_listed: [
    "List redemptions",
    "List redemptions of an unknown promotion shows another one's.",
  ],
  account_without_roles: ["Account", "roles is one text instead of a list."],
  account_zone_invented: ["Account", "timezone is no IANA name."],
  discount_as_text: ["Discount", "The discount is a text."],
  client_without_balance: ["Client", "A client has no balance."],

  // Promotions
  promotion_id_as_text: ["Promotion", "The id of a promotion is a text."],
  promotion_of_other_id: ["Get a promotion", "The answer has another id than the one asked for."],
  promotion_without_rewards: ["Get a promotion", "The rewards are missing."],
  promotion_never_found: ["Get a promotion", "Every promotion is answered 404, though the lists show it."],
  foreign_promotion_shown: ["Errors", "Get a promotion shows what is another client's."],
  reward_state_invented: ["Promotion reward", "The state of a promotion's reward is one that is not shown."],
  promotions_of_others: ["List promotions", "Promotions of another client are listed too."],
  promotion_unlisted: ["List promotions", "The first promotion is not listed."],
  promotion_listed_as_paused: ["Promotion", "List promotions calls every promotion paused."],
  forbidden_as_403: ["Errors", "What the account may not see is answered 403."],
  not_found_named_otherwise: ["Errors", "A 404 is named missing."],

  // Rewards
  sku_filter_ignored: ["List rewards", "The SKU filter changes nothing."],
  sku_filter_takes_one: ["List rewards", "Of several SKUs only the first is looked for."],
  cost_without_client: ["R10", "The cost is shown without client_id."],
  cost_never: ["R10", "The cost is not shown with client_id."],
  instructions_in_list: ["R10", "List rewards shows instruction texts."],
  instructions_missing: ["R10", "Get a reward shows no instruction texts."],
  free_value_unsaid: ["Reward", "A reward whose SKU ends with -VAR does not say free_value."],
  range_with_one_dot: ["Reward", "The two ends of a range have one dot between them."],
  sold_out_in_stock: ["R10", "A reward with quantity 0 says that it is in stock."],
  unknown_reward_empty: ["Errors", "Get a reward answers 200 with nothing for an unknown SKU."],
  logo_without_host: ["Reward", "logo_url is a path."],

  // Lists
  total_of_page: ["Paging object", "total counts the page."],
  second_page_repeats: ["Common list parameters", "Every page has the items of the first."],
  pages_cut_short: ["Common list parameters", "A page lacks its last item."],
  paging_missing: ["Paging object", "Lists carry no paging."],
  envelope_missing: ["Resources", "The body of Get a reward is the reward itself, without data."],
  state_filter_ignored: ["List redemptions", "The filter by state changes nothing."],
  order_filter_ignored: ["List redemptions", "The filter by order id changes nothing."],
  email_filter_by_beginning: ["List redemptions", "The filter by e-mail finds what begins with it."],
  email_filter_finds_nothing: ["List redemptions", "The filter by e-mail never finds anything."],
  reward_sku_filter_ignored: ["List redemptions", "The filter by SKU changes nothing."],
  activation_range_ignored: ["List redemptions", "The range of activation_datetime changes nothing."],
  redeemed_range_ignored: ["List redemptions", "The range of redeemed_datetime changes nothing."],
  refund_range_without_ends: [
    "List redemptions",
    "The ends of the range of refund_datetime do not belong to it.",
  ],
  holds_unlisted: ["List redemptions", "Holds are not listed."],
  pending_listed_as_booked: ["Redemption states", "List redemptions calls what is pending booked."],
  listed_under_other_promotion: ["List redemptions", "A listed redemption names another promotion."],
  descending_ignored: ["List redemptions", "A hyphen before the sort changes nothing."],
  every_sort_by_activation: [
    "List redemptions",
    "Whatever the sort, the list is sorted by activation_datetime.",
  ],
  every_sort_by_update: ["List redemptions", "Whatever the sort, the list is sorted by updated_datetime."],
  updated_sort_refused: ["List redemptions", "Sorting by updated_datetime is refused."],

  // Book, create, create and redeem
  book_answers_200: ["Book", "Book answers 200."],
  book_again_makes_another: ["Limits", "A second Book of an order id makes another redemption."],
  hold_reads_reserved: ["Redemption states", "Get a redemption calls a hold reserved."],
  book_with_codes: ["Book", "Book makes the code and shows it."],
  book_without_data: ["Book", "Book takes a body without data."],
  unknown_reward_booked: ["Errors", "Book of an unknown SKU gives another reward."],
  unusable_reward_created: ["Promotion reward", "A paused, disabled or invalid reward can be created."],
  unusable_reward_delivered: ["Promotion reward", "A paused, disabled or invalid reward can be redeemed."],
  unallocated_reward_refused: ["Promotion reward", "A reward in state no_allocation cannot be booked."],
  unknown_promotion_booked: ["Errors", "Book in an unknown promotion is an order in another one."],
  unknown_promotion_created: ["Errors", "Create in an unknown promotion is an order in another one."],
  unknown_promotion_delivered: ["Errors", "Create and redeem in an unknown promotion is one in another one."],
  foreign_promotion_ordered_in: ["Errors", "Orders are made in a promotion of another client."],
  book_other_sku_makes_another: ["Limits", "Book of an order id with another SKU makes another redemption."],
  create_other_sku_makes_another: [
    "Limits",
    "Create of an order id with another SKU makes another redemption.",
  ],
  deliver_other_sku_makes_another: [
    "R3",
    "Create and redeem of an order id with another SKU makes another redemption and code.",
  ],
  unusable_reward_booked: ["Promotion reward", "A paused, disabled or invalid reward can be booked."],
  hold_of_20_minutes: ["Limits", "A hold ends after 20 minutes."],
  hold_without_end: ["Limits", "A hold never ends."],
  hold_ends_expired: ["States and transitions", "A hold that ends becomes expired."],
  activated_hold_lapses: [
    "States and transitions",
    "An activated hold is canceled after its half hour all the same.",
  ],
  create_again_makes_another: ["Limits", "A second Create of an order id makes another redemption."],
  create_answers_200: ["Create a redemption", "Create answers 200."],
  pending_without_link: ["Redemption", "Get a redemption shows no url while pending."],
  create_with_codes: ["States and transitions", "Create makes the code and shows it while pending."],
  create_without_data: ["Create a redemption", "Create takes a body without data."],
  create_without_order_id: ["Create a redemption", "Create takes an order without an order id."],
  create_without_user: ["Create a redemption", "Create takes an order without a user."],
  create_form_makes_another: ["Summary", "The other form of Create makes another redemption of the order."],
  deliver_without_data: ["Create and redeem", "Create and redeem takes a body without data."],
  unknown_reward_delivered: ["Errors", "Create and redeem of an unknown SKU gives another reward."],
  deliver_stays_pending: ["Create and redeem", "Create and redeem leaves the redemption pending."],
  deliver_form_makes_another: [
    "Summary",
    "The other form of Create and redeem makes another redemption and code.",
  ],
  deliver_again_makes_another: [
    "R2",
    "The same Create and redeem after success makes another redemption and code.",
  ],
  deliver_again_other_codes: ["R3", "The same Create and redeem again gives other codes."],
  deliver_to_other_makes_another: [
    "R3",
    "Create and redeem with another user makes another redemption and code.",
  ],
  hold_not_delivered: ["R4", "Create and redeem with the parameters of a Book makes another redemption."],
  invalid_named_otherwise: ["Errors", "A 422 is named validation_failed."],
  message_missing: ["Errors", "Errors have no error_message."],

  // Amounts
  decimals_taken: ["R9", "Cents are taken and cut off."],
  range_not_held: ["R9", "Amounts outside the range are taken."],
  words_taken: ["R9", "An amount that is no number counts as the lowest."],
  missing_amount_invented: ["R9", "Without an amount the value lies above the range."],
  highest_refused: ["R9", "The upper end of the range is refused."],
  fixed_value_changed: ["Create a redemption", "A fixed reward takes the amount of the request."],
  amount_as_text: ["Redemption", "value.amount is a text."],

  // Redeem, activate, cancel
  redeem_again_other_codes: ["R1", "Redeem on a redeemed redemption gives other codes."],
  redeem_without_data: ["Redeem", "Redeem takes a body without data."],
  redeem_without_moment: ["Redeem", "redeemed_datetime stays null."],
  redeem_of_canceled: ["States and transitions", "Redeem makes a code for a canceled redemption."],
  same_codes_for_all: ["What the service does", "All orders of a reward get the same codes."],
  activate_with_codes: ["R6", "Activate redeems and shows the codes."],
  activate_stays_booked: ["R6", "Activate leaves the redemption booked."],
  activate_without_link: ["R6", "Activate gives no link."],
  cancel_of_redeemed: ["R7", "Cancel cancels a redeemed redemption."],
  cancel_of_hold: ["R7", "Cancel cancels a hold."],
  cancel_does_nothing: ["R7", "Cancel leaves a pending redemption pending."],
  canceled_can_be_activated: ["States and transitions", "Activate brings a canceled redemption back."],

  unknown_redemption_done: ["Errors", "What is asked of a redemption that does not exist is answered 200."],

  // Refund, consult card
  refund_of_last_month: ["R8", "What was made in an earlier month is refunded."],
  refund_refused: ["R8", "Refund of what cannot be refunded is answered 422."],
  refund_of_any_hold: ["R8", "A hold that was not debited is refunded."],
  refund_only_said: ["R8", "Refund answers with a refunded redemption and changes nothing."],
  refund_not_of_debited: ["R8", "A debited hold is not refunded."],
  refund_without_moment: ["R8", "refunded_datetime stays null."],
  consult_as_404: ["Consult card", "Where there is no balance the answer is 404."],
  consult_without_currency: ["Consult card", "card_currency is missing."],

  // The redemption and its codes
  id_in_one_piece: ["Redemption", "The id of a redemption has no hyphen."],
  sku_in_small_letters: ["Redemption", "Get a redemption writes the SKU in small letters."],
  debited_missing: ["Redemption", "debited is missing."],
  update_moment_kept: ["Redemption", "updated_datetime stays the moment of the first call."],
  moments_as_numbers: ["Redemption", "updated_datetime is a number."],
  usages_of_its_own: ["reward_format", "usages is not one of the four lists."],
  listed_usage_missing: ["reward_codes", "A listed usage has no code."],
  barcode_invented: ["reward_format", "barcode_type is one that is not shown."],
  format_invented: ["reward_codes", "The format of a code is one that is not shown."],
  links_without_host: ["reward_codes", "Codes with the format url are paths."],
  pdf_link_missing: ["Promotion", "There is no link to a PDF though the promotion allows it."],
} as const satisfies Readonly<Record<string, readonly [section: string, breaks: string]>>;

export type Deviation = keyof typeof DEVIATIONS;
