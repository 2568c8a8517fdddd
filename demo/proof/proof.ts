/**
 * "Pull the plug": a page that breaks what an order runs on, and counts the codes. The page's orders are made on a token
 * server of their own, which is really killed; the service is the demo's, whose record says what was billed.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Hono } from "hono";
import { isOnThisMachine } from "../addresses.ts";
import { contentSecurityPolicy, DOCUMENT, pageFiles } from "../page-files.ts";
import { type ProofOptions as BackendOptions, proofBackend } from "./backend.ts";
import { createTokenServer } from "./token-server.ts";

const SITE = "proof";
const KEY_BYTES = 32;

export interface ProofOptions extends Pick<BackendOptions, "origins" | "control" | "switches"> {
  readonly publicUrl: string;
  readonly fulfillment: { baseUrl: string; authUrl: string; apiKey: string; apiSecret: string };
}

export interface Proof {
  /** Everything below `PROOF_PATH`. */
  readonly app: Hono;
  forget(): void;
  close(): Promise<void>;
}

/** What the page says of the programs behind it. */
const OF_PROCESSES = {
  killed: "kill -9 in the middle of the confirmation, and a new start.",
  real: "Phone, token server, database and provider are real programs on this machine; only the provider’s goods are invented. Nothing here leaves it.",
};

/** @param policy the page's own */
export const proofPage = (policy: string, fill: Readonly<Record<string, string>> = OF_PROCESSES): Hono =>
  pageFiles({
    folder: join(import.meta.dirname, "page"),
    files: [DOCUMENT, "proof.css", "proof.js", "texts.js"],
    contentSecurityPolicy: policy,
    fill,
  });

export async function createProof(options: ProofOptions): Promise<Proof> {
  const { publicUrl, origins, fulfillment } = options;
  const [key = "", operatorKey = ""] = [1, 2].map(() => randomBytes(KEY_BYTES).toString("base64url"));
  const server = await createTokenServer({
    FULFILLMENT_BASE_URL: fulfillment.baseUrl,
    FULFILLMENT_AUTH_URL: fulfillment.authUrl,
    FULFILLMENT_API_KEY: fulfillment.apiKey,
    FULFILLMENT_API_SECRET: fulfillment.apiSecret,
    OPERATOR_KEY: operatorKey,
    SITES: JSON.stringify([{ id: SITE, key, origins }]),
  });
  const backend = proofBackend({ ...options, server, site: SITE, key, operatorKey });
  const app = new Hono();
  // The relay is on this machine alone.
  if (!isOnThisMachine(publicUrl)) app.post("/session", (c) => c.json({ error: "elsewhere" }, 404));
  app.route("/", backend.app);
  app.route("/", proofPage(contentSecurityPolicy(publicUrl, server.url)));
  return { app, forget: backend.forget, close: () => server.close() };
}
