/**
 * For a site's own server: a typed client of the routes that its key opens, and the check of what the token server sends it. Runs
 * wherever `fetch` and WebCrypto are: Node, Deno, Bun, Workers. Never for a page: the key opens every order of the site.
 * Source: docs/server/client.md.
 */
export {
  type Call,
  type CallOptions,
  type ClientOptions,
  createClient,
  eachOf,
  type Fetch,
  type HeadersLike,
} from "./client.ts";
export type {
  AuthorizeAnswer,
  AuthorizeRequest,
  Client,
  ForgottenMember,
  Grant,
  GrantSessionRequest,
  MemberData,
  Paging,
  Problem,
  Promotion,
  Redemption,
  RefundedOrder,
  ReopeningRequest,
  Reward,
  RewardsSessionRequest,
  Session,
  SessionRequest,
  SessionsEnd,
  SiteOrder,
} from "./described.ts";
export { type ProblemCode, RewardProblem } from "./problem.ts";
export {
  type Secrets,
  type SignedRequest,
  VerificationError,
  verifyAuthorize,
  verifyWebhook,
  type WebhookEvent,
} from "./verify.ts";
