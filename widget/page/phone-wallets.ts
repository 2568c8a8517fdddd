/** The wallet of the device on which the page is read. Pure. */
import type { Wallet } from "../../shared/wire.ts";

/**
 * Safari, and no other browser of Apple's devices: these, and the pages inside of apps, do not hand a file that a page made to the
 * wallet. All name Safari; Safari alone names its own version, and no other maker.
 */
const SAFARI = /\b(?:iPhone|iPad|iPod|Macintosh)\b.* Version\/\S+ (?:Mobile\/\S+ )?Safari\/[\d.]+$/;
/** A page inside of an app has no tab to open. */
const ANDROID = /\bAndroid\b(?!.*; wv\))/;

export const walletOf = ({ userAgent }: Pick<Navigator, "userAgent">): Wallet | undefined =>
  SAFARI.test(userAgent) ? "apple" : ANDROID.test(userAgent) ? "google" : undefined;
