/**
 * Finds the rewards of one brand: the interface's promotion and catalog records name no brand, but have the brand's logo for each
 * reward. Pure. Source: interface, Reward, `logo_url` ("brand logo").
 */
import { createHash } from "node:crypto";

/** 48 bits: two of some thousand logos collide in about one of ten million catalogs. */
const BRAND_CHARS = 8;

/** A short key for the brand of this logo, the same on every instance and after every read. */
export const brandOf = (logoUrl: string): string =>
  createHash("sha256").update(logoUrl).digest("base64url").slice(0, BRAND_CHARS);
