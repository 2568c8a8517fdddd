/**
 * A pass for Google Wallet: an address that holds the whole pass, signed. Google is told nothing before the user follows it. The
 * library that signs is loaded with the first pass.
 * Source: Google, "Working with JSON Web Tokens" (developers.google.com/wallet/generic/use-cases/jwt), "GenericObject"; RFC 7519.
 */
import type { GooglePassSettings } from "../settings/passes.ts";
import type { PassContent, PassField } from "./content.ts";

const SAVE = "https://pay.google.com/gp/v/save/";
const FORMATS = { c128: "CODE_128", qrcode: "QR_CODE" } as const;
const COLOUR = "#ffffff";
/** Longer tokens are cut off by some browsers. Source: Google, "Working with JSON Web Tokens". */
const TOKEN_MOST = 1_800;

/** The object of the pass, and the class that all of them share. */
export function describeObject(
  content: PassContent,
  { issuer }: Pick<GooglePassSettings, "issuer">,
  terms: readonly PassField[],
): { readonly genericClasses: readonly object[]; readonly genericObjects: readonly object[] } {
  const { serial, language, title, worth, barcode, front, expires, back, logoUrl } = content;
  const text = (value: string): object => ({ defaultValue: { language, value } });
  const fields = [...front, ...back];
  const links = fields.filter(({ isLink }) => isLink);
  const classId = `${issuer}.reward`;
  const logo = logoUrl?.startsWith("https:");
  return {
    genericClasses: [{ id: classId }],
    genericObjects: [
      {
        id: `${issuer}.${serial}`,
        classId,
        state: "ACTIVE",
        hexBackgroundColor: COLOUR,
        cardTitle: text(title),
        header: text(worth ?? title),
        ...(logo && { logo: { sourceUri: { uri: logoUrl } } }),
        ...(barcode && { barcode: { type: FORMATS[barcode.type], value: barcode.value } }),
        ...(expires?.end && { validTimeInterval: { end: { date: expires.end.toISOString() } } }),
        textModulesData: [
          ...fields.filter(({ isLink }) => !isLink),
          ...(expires ? [{ id: "expires", label: "", value: expires.text }] : []),
          ...terms,
        ].map(({ id, label, value }) => ({ id, ...(label !== "" && { header: label }), body: value })),
        ...(links.length > 0 && {
          linksModuleData: {
            uris: links.map(({ id, label, value }) => ({
              id,
              uri: value,
              ...(label !== "" && { description: label }),
            })),
          },
        }),
      },
    ],
  };
}

/** @param now seconds since 1970 */
export async function googleLink(
  content: PassContent,
  settings: GooglePassSettings,
  now: number,
): Promise<string> {
  const { SignJWT } = await import("jose");
  const signed = (terms: readonly PassField[]): Promise<string> =>
    new SignJWT({ typ: "savetowallet", origins: [], payload: describeObject(content, settings, terms) })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(settings.account)
      .setAudience("google")
      .setIssuedAt(now)
      .sign(settings.key);
  const whole = await signed(content.terms);
  // The terms are on the page as well.
  return SAVE + (whole.length <= TOKEN_MOST ? whole : await signed([]));
}
