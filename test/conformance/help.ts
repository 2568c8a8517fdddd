/** The command's help texts. */
import type { Check } from "./check.ts";

export const HELP = `Holds a fulfillment service against the interface, rule by rule.

npm run conformance -- --base-url <address> --auth-url <address> [options]

Key and secret come from FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET.
Without --create nothing is created: all that is not read is "not supported".

  --base-url, --auth-url    the two addresses: https, or http on this machine
  --auth oauth|headers      how to prove who calls (oauth)
  --promotion <id>          the promotion to read, and to make orders in
  --client <id>             the client (that of the promotion)
  --sku <sku>               the fixed-value reward to order (the first that can be had)
  --free-value-sku <sku>    the free-value reward to order (the first that can be had)
  --foreign-promotion <id>  a promotion of somebody else, for the refusals
  --foreign-sku <sku>       a reward of somebody else, to see it refused
  --foreign-redemption <id> a redemption of somebody else, for the refusals; see docs/proof/conformance.md first
  --create                  make redemptions, none of which should get a code
  --bill                    make redemptions with codes too, refunded afterwards; includes --create
  --production              allow --create and --bill where the token address has no sandbox marker
  --email <address>         the user of the orders (conformance@example.com)
  --run <id>                stands in the order ids; one that was not used before (a new one)
  --wait                    wait 31 minutes to see holds lapse
  --create-form reward_in_body|reward_in_path, --create-and-redeem-form plain|actions
                            use only this form of the path (either)
  --discounts-path, --clients-path, --client-path <path>
                            below the base address; the last one with {client_id}
  --only <id or beginning>  only these checks; may be repeated
  --dry-run                 read, print the plan, and stop
  --json                    the report as JSON on standard output
  --list                    print all checks and stop

Ends with 0 when nothing differs, 1 when something does, 2 when it could not run.
`;

/** All checks as the rows of a table. */
export const listText = (checks: readonly Check[]): string =>
  checks.map(({ id, section, rule }) => `| \`${id}\` | ${section} | ${rule} |\n`).join("");
