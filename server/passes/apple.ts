/**
 * A pass for Apple Wallet: the description, its pictures, and the signature over both. The library that signs is loaded with the first
 * pass. Source: Apple, "Building a Pass" (developer.apple.com/documentation/walletpasses/building-a-pass), "Pass".
 */
import type { ApplePassSettings } from "../settings/passes.ts";
import type { PassContent, PassField } from "./content.ts";
import { icon } from "./icon.ts";

const FORMATS = { c128: "PKBarcodeFormatCode128", qrcode: "PKBarcodeFormatQR" } as const;
const ASCII = /^[\0-\x7f]*$/;
/** Quiet colours that fit every logo. */
const COLOURS = {
  backgroundColor: "rgb(255, 255, 255)",
  foregroundColor: "rgb(34, 34, 34)",
  labelColor: "rgb(95, 95, 95)",
} as const;

const fieldOf = ({ id, label, value, isLink }: PassField): object => ({
  key: id,
  ...(label !== "" && { label }),
  value,
  // A number is no telephone's.
  dataDetectorTypes: isLink ? ["PKDataDetectorTypeLink"] : [],
});

/** `pass.json`. */
export function describePass(
  { serial, title, worth, barcode, front, expires, back, terms }: PassContent,
  { passType, team }: Pick<ApplePassSettings, "passType" | "team">,
): object {
  const isNumber = ({ isLink }: PassField): boolean => !isLink;
  // A link has no room in front: its QR code has.
  const links = front.filter(({ isLink }) => isLink);
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: serial,
    // The service names no brand: the reward's name has it.
    organizationName: title,
    description: [title, worth].filter(Boolean).join(", "),
    logoText: title,
    ...COLOURS,
    ...(expires?.end && { expirationDate: expires.end.toISOString() }),
    ...(barcode && {
      barcodes: [
        {
          format: FORMATS[barcode.type],
          message: barcode.value,
          messageEncoding: ASCII.test(barcode.value) ? "iso-8859-1" : "utf-8",
        },
      ],
    }),
    storeCard: {
      primaryFields: worth === undefined ? [] : [{ key: "worth", value: worth }],
      secondaryFields: front.filter(isNumber).map(fieldOf),
      auxiliaryFields: expires ? [{ key: "expires", value: expires.text, dataDetectorTypes: [] }] : [],
      backFields: [...links, ...back, ...terms].map(fieldOf),
    },
  };
}

/** @param logo a PNG */
export async function applePass(
  content: PassContent,
  settings: ApplePassSettings,
  logo: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const { PKPass } = await import("passkit-generator");
  const { certificate, issuer, key } = settings;
  const files = {
    "pass.json": Buffer.from(JSON.stringify(describePass(content, settings))),
    "icon.png": icon(1),
    "icon@2x.png": icon(2),
    "icon@3x.png": icon(3),
    ...(logo && { "logo.png": Buffer.from(logo) }),
  };
  const pass = new PKPass(files, { signerCert: certificate, signerKey: key, wwdr: issuer });
  return new Uint8Array(pass.getAsBuffer());
}
