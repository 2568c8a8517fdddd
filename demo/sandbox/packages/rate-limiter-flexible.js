/** Of rate-limiter-flexible the limiter in memory; the others ask databases. */
export { default as RateLimiterMemory } from "rate-limiter-flexible/lib/RateLimiterMemory.js";
export { default as RateLimiterRes } from "rate-limiter-flexible/lib/RateLimiterRes.js";
