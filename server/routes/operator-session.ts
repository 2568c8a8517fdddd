/** Signing in and out of the operator's page. Source: docs/server/audit.md, "Signing in"; openapi.json, POST /operator/session. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { refuseKey } from "../http/auth.ts";
import { readBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { type OperatorAuthOptions, requireOwnPage } from "../http/operator-auth.ts";
import { type OperatorSession, signIn } from "../operators/operator-session.ts";
import { cookieName } from "../operators/page-sessions.ts";
import { ProblemError } from "../problems/problem.ts";
import { OPERATOR_SESSION } from "../timing.ts";

export interface OperatorSessionRoutesOptions extends OperatorAuthOptions {
  readonly asOperator: MiddlewareHandler<AppEnv>;
  /** Of the server; the page is below it. */
  readonly publicUrl: string;
}

export function operatorSessionRoutes(options: OperatorSessionRoutesOptions): Hono<AppEnv> {
  const { asOperator, operators, operatorHeader, pageSessions, publicOrigin, publicUrl } = options;
  const name = cookieName(publicUrl);
  const cookie: CookieOptions = {
    path: new URL(publicUrl).pathname,
    httpOnly: true,
    sameSite: "Strict",
    secure: publicOrigin.startsWith("https:"),
  };
  const fromPage = (c: Context<AppEnv>): void => {
    if (!operators.isAny && !operatorHeader) throw new ProblemError("not_found");
    requireOwnPage(c, publicOrigin);
  };
  const app = new Hono<AppEnv>();
  app.get("/session", asOperator, (c) => c.json({ data: c.get("operatorSeen") satisfies OperatorSession }));
  app.post("/session", async (c) => {
    fromPage(c);
    const { key } = await readBody(c, signIn);
    const operator = operators.byKey(key);
    if (!operator) return refuseKey(c, key, "operator", options);
    setCookie(c, name, pageSessions.open(operator), { ...cookie, maxAge: OPERATOR_SESSION / 1000 });
    const session: OperatorSession = { name: operator.name, role: operator.role, by: "cookie" };
    return c.json({ data: session }, 201);
  });
  app.post("/session/end", async (c) => {
    fromPage(c);
    await pageSessions.end(c.req.header("Cookie") ?? "");
    deleteCookie(c, name, cookie);
    return c.body(null, 204);
  });
  return app;
}
