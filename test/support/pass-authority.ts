/**
 * A throw-away authority in the place of Apple's, and what it and Google would give an operator: the settings of passes. Made by
 * openssl, which also says in the tests whether a signature is right; without it they fail.
 */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// Loaded beforehand: virtual time waits for no file.
import "jose";
import "passkit-generator";

export const PASS_TYPE = "pass.example.gifts";
export const TEAM = "A1B2C3D4E5";
export const ISSUER = "3388000000012345678";
export const ACCOUNT = "passes@gifts.iam.gserviceaccount.com";

const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore" });

const RSA = ["-newkey", "rsa:2048", "-nodes"];

export interface PassAuthority {
  /** The authority's own certificate, PEM: what a phone has. */
  readonly root: string;
  readonly apple: Readonly<Record<string, string>>;
  readonly google: Readonly<Record<string, string>>;
  /** Of the service account, PEM. */
  readonly googlePublicKey: string;
}

/** @param days how long the pass type's certificate counts */
export function passAuthority(days = 30): PassAuthority {
  const folder = mkdtempSync(join(tmpdir(), "pass-authority-"));
  const at = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(at(name), "utf8");
  const ca = ["-addext", "basicConstraints=critical,CA:TRUE", "-days", "60"];
  openssl("req", "-x509", ...RSA, "-subj", "/CN=Root", ...ca, "-keyout", at("rk"), "-out", at("root"));
  const issue = (
    name: string,
    subject: string,
    by: string,
    byKey: string,
    extensions: string,
    days: number,
  ): void => {
    writeFileSync(at("ext"), extensions);
    openssl("req", "-new", ...RSA, "-subj", subject, "-keyout", at(`${name}-key`), "-out", at("request"));
    const given = ["-in", at("request"), "-CA", at(by), "-CAkey", at(byKey), "-CAcreateserial"];
    openssl("x509", "-req", ...given, "-days", String(days), "-extfile", at("ext"), "-out", at(name));
  };
  issue("between", "/CN=Worldwide", "root", "rk", "basicConstraints=critical,CA:TRUE", 60);
  const subject = `/UID=${PASS_TYPE}/CN=Pass Type ID: ${PASS_TYPE}/OU=${TEAM}/O=Example/C=US`;
  issue("signer", subject, "between", "between-key", "keyUsage=digitalSignature", days);
  const account = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const made: PassAuthority = {
    root: read("root"),
    apple: {
      APPLE_PASS_TYPE: PASS_TYPE,
      APPLE_PASS_TEAM: TEAM,
      APPLE_PASS_CERTIFICATE: read("signer") + read("between"),
      APPLE_PASS_KEY: read("signer-key"),
    },
    google: {
      GOOGLE_WALLET_ISSUER: ISSUER,
      GOOGLE_WALLET_KEY: JSON.stringify({
        type: "service_account",
        client_email: ACCOUNT,
        private_key: account.privateKey.export({ type: "pkcs8", format: "pem" }),
      }),
    },
    googlePublicKey: account.publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
  rmSync(folder, { recursive: true });
  return made;
}

/** The files of a zip whose entries are stored as they are. Source: PKWARE, APPNOTE.TXT, 4.3. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error("an entry is compressed");
    const size = zip.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, zip.subarray(from, from + size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/** Whether the detached signature is that of the manifest, by a certificate of this authority. */
export function isSignedBy(root: string, manifest: Buffer, signature: Buffer): boolean {
  const folder = mkdtempSync(join(tmpdir(), "pass-signature-"));
  const [ca, content, signed] = ["ca.pem", "manifest.json", "signature"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(ca, root);
  writeFileSync(content, manifest);
  writeFileSync(signed, signature);
  const given = ["-inform", "DER", "-in", signed, "-content", content, "-CAfile", ca, "-purpose", "any"];
  try {
    execFileSync("openssl", ["smime", "-verify", ...given], { stdio: "pipe" });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") throw error;
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
