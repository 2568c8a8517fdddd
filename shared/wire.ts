/**
 * The wire between browser, site and token server: one zod schema a body, and the types made from them. Each member says
 * what it means, whether a session pins it to its order, and an example: the OpenAPI document is made of
 * that. The server validates with these; the widget imports the types only.
 * Source: docs/server/routes.md.
 */
export * from "./wire/audit.ts";
export * from "./wire/authorize.ts";
export * from "./wire/catalog.ts";
export * from "./wire/choice.ts";
export * from "./wire/codes.ts";
export * from "./wire/event.ts";
export * from "./wire/grant.ts";
export * from "./wire/opening.ts";
export * from "./wire/order.ts";
export * from "./wire/paging.ts";
export * from "./wire/pass.ts";
export * from "./wire/problem.ts";
export * from "./wire/rewards.ts";
export * from "./wire/session.ts";
export * from "./wire/words.ts";
