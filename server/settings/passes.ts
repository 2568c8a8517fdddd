/**
 * The settings of passes for the phones' wallets. What would make passes that no wallet takes is refused here.
 * Source: docs/server/passes.md; Apple, "Building a Pass"; Google, "Working with JSON Web Tokens".
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../tools/json.ts";
import { allOrNone, SettingError, type Source } from "./setting.ts";

export interface ApplePassSettings {
  readonly passType: string;
  readonly team: string;
  /** Of the pass type, PEM. */
  readonly certificate: string;
  /** Of Apple's authority that issued it, PEM. */
  readonly issuer: string;
  /** PEM. */
  readonly key: string;
  /** From when on no wallet takes a new pass, epoch ms. */
  readonly expiresAt: number;
}

export interface GooglePassSettings {
  readonly issuer: string;
  /** The service account that signs. */
  readonly account: string;
  readonly key: KeyObject;
}

/** Absent: no passes of that kind. */
export interface PassSettings {
  readonly apple?: ApplePassSettings;
  readonly google?: GooglePassSettings;
}

export function parsePasses(source: Source): PassSettings {
  const [apple, google] = [parseApple(source), parseGoogle(source)];
  return { ...(apple && { apple }), ...(google && { google }) };
}

const APPLE = ["APPLE_PASS_TYPE", "APPLE_PASS_TEAM", "APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY"] as const;
const GOOGLE = ["GOOGLE_WALLET_ISSUER", "GOOGLE_WALLET_KEY"] as const;

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function parseApple(source: Source): ApplePassSettings | undefined {
  const given = allOrNone(source, APPLE);
  if (!given) return undefined;
  const { APPLE_PASS_TYPE: passType, APPLE_PASS_TEAM: team } = given;
  if (!/^pass(?:\.[\w-]+)+$/.test(passType))
    throw new SettingError(
      "APPLE_PASS_TYPE",
      "expected a pass type identifier such as pass.com.example.gifts",
    );
  if (!/^[A-Z0-9]{10}$/.test(team))
    throw new SettingError("APPLE_PASS_TEAM", "expected a team identifier of ten capitals and digits");
  const [certificate, ...others] = readCertificates(given.APPLE_PASS_CERTIFICATE);
  const issuer = certificate && others.find((each) => certificate.checkIssued(each));
  if (!certificate || !issuer)
    throw new SettingError(
      "APPLE_PASS_CERTIFICATE",
      "expected two certificates in PEM: first that of the pass type, then Apple's that issued it (Worldwide Developer Relations)",
    );
  const names = new Set(certificate.subject.split("\n"));
  if (!names.has(`UID=${passType}`) || !names.has(`OU=${team}`))
    throw new SettingError(
      "APPLE_PASS_CERTIFICATE",
      "expected first the certificate of APPLE_PASS_TYPE and APPLE_PASS_TEAM: a wallet takes no pass that it signs for another one",
    );
  const key = readKey(given.APPLE_PASS_KEY);
  if (!key) throw new SettingError("APPLE_PASS_KEY", RSA_KEY);
  if (!certificate.checkPrivateKey(key))
    throw new SettingError(
      "APPLE_PASS_KEY",
      "expected the key of the first certificate in APPLE_PASS_CERTIFICATE",
    );
  return {
    passType,
    team,
    certificate: certificate.toString(),
    issuer: issuer.toString(),
    // The form that every library reads.
    key: key.export({ type: "pkcs1", format: "pem" }).toString(),
    expiresAt: Date.parse(certificate.validTo),
  };
}

const RSA_KEY = "expected an RSA key in PEM without a passphrase";

/** Empty if one of them cannot be read. */
function readCertificates(text: string): X509Certificate[] {
  try {
    return (text.match(CERTIFICATES) ?? []).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** What is needed of a service account's key, as Google gives it out. */
const accountKey = z.object({
  type: z.literal("service_account"),
  client_email: z.email(),
  private_key: z.string(),
});

function parseGoogle(source: Source): GooglePassSettings | undefined {
  const given = allOrNone(source, GOOGLE);
  if (!given) return undefined;
  const { GOOGLE_WALLET_ISSUER: issuer } = given;
  if (!/^\d{10,25}$/.test(issuer))
    throw new SettingError("GOOGLE_WALLET_ISSUER", "expected an issuer id: digits alone");
  const account = readAccount(given.GOOGLE_WALLET_KEY);
  const key = account && readKey(account.private_key);
  if (!key)
    throw new SettingError(
      "GOOGLE_WALLET_KEY",
      "expected the JSON key of a service account, as Google gives it out",
    );
  return { issuer, account: account.client_email, key };
}

function readAccount(text: string): z.infer<typeof accountKey> | undefined {
  try {
    return accountKey.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}
