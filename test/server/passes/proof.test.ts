/**
 * Shown offline, with a throw-away authority: a pass for Apple Wallet has the files and hashes that Apple's page lists, and a
 * signature that openssl accepts; an address for Google Wallet has a token that the account's public key accepts.
 * Source: Apple, "Building a Pass"; Google, "Working with JSON Web Tokens".
 */
import { createHash, createPublicKey } from "node:crypto";
import { decode } from "fast-png";
import { jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { applePass } from "../../../server/passes/apple.ts";
import type { PassContent } from "../../../server/passes/content.ts";
import { googleLink } from "../../../server/passes/google.ts";
import { type PassSettings, parsePasses } from "../../../server/settings/passes.ts";
import {
  ACCOUNT,
  ISSUER,
  isSignedBy,
  PASS_TYPE,
  passAuthority,
  TEAM,
  unzipped,
} from "../../support/pass-authority.ts";

const authority = passAuthority();
const settings: PassSettings = parsePasses({ ...authority.apple, ...authority.google });
const CONTENT: PassContent = {
  serial: "c2VyaWFs",
  language: "en-US",
  title: "Plumvale Gift Card",
  worth: "$30",
  barcode: { type: "c128", value: "ABCD1234" },
  front: [{ id: "primary", label: "Code", value: "ABCD-1234" }],
  expires: { text: "Valid until November 21, 2027", end: new Date("2027-11-22T00:00:00Z") },
  back: [{ id: "security", label: "PIN", value: "4711" }],
  terms: [{ id: "terms", label: "Terms", value: "For every shop." }],
  logoUrl: "https://rewards.example/images/a",
};

describe("a pass for Apple Wallet", () => {
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    if (!settings.apple) throw new Error("no settings");
    files = unzipped(Buffer.from(await applePass(CONTENT, settings.apple, undefined)));
  });
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? "");

  it("has these files and no others", () => {
    expect([...files.keys()].toSorted()).toEqual(
      ["icon.png", "icon@2x.png", "icon@3x.png", "manifest.json", "pass.json", "signature"].toSorted(),
    );
  });

  it("has the SHA-1 of every file but its manifest and signature", () => {
    const hashed = [...files].filter(([name]) => name !== "manifest.json" && name !== "signature");
    const hashes = hashed.map(([name, bytes]) => [name, createHash("sha1").update(bytes).digest("hex")]);
    expect(json("manifest.json")).toEqual(Object.fromEntries(hashes));
  });

  it("has a signature of its manifest that openssl verifies, and of nothing else", () => {
    const [manifest, signature] = [files.get("manifest.json"), files.get("signature")];
    if (!manifest || !signature) throw new Error("a file is missing");
    expect(isSignedBy(authority.root, manifest, signature)).toBe(true);
    expect(isSignedBy(authority.root, Buffer.concat([manifest, Buffer.from(" ")]), signature)).toBe(false);
    expect(isSignedBy(passAuthority().root, manifest, signature)).toBe(false);
  });

  it("has icons of 29 points", () => {
    const sides = [1, 2, 3].map((scale) => {
      const { width, height } = decode(
        files.get(scale === 1 ? "icon.png" : `icon@${scale}x.png`) ?? Buffer.alloc(0),
      );
      return [width, height];
    });
    expect(sides).toEqual([
      [29, 29],
      [58, 58],
      [87, 87],
    ]);
  });

  it("has the picture that it was given", async () => {
    if (!settings.apple) throw new Error("no settings");
    const logo = files.get("icon.png") ?? Buffer.alloc(0);
    const withLogo = unzipped(Buffer.from(await applePass(CONTENT, settings.apple, logo)));
    expect(withLogo.get("logo.png")).toEqual(logo);
  });

  it("says what the library was given, and nothing of its own", () => {
    expect(json("pass.json")).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      serialNumber: CONTENT.serial,
      barcodes: [{ format: "PKBarcodeFormatCode128", message: "ABCD1234", messageEncoding: "iso-8859-1" }],
      expirationDate: "2027-11-22T00:00:00.000Z",
      storeCard: {
        primaryFields: [{ key: "worth", value: "$30" }],
        secondaryFields: [{ key: "primary", label: "Code", value: "ABCD-1234" }],
        backFields: [{ key: "security", value: "4711" }, { key: "terms" }],
      },
    });
    expect(json("pass.json")).not.toHaveProperty("webServiceURL");
  });
});

describe("an address for Google Wallet", () => {
  const tokenOf = async (content: PassContent): Promise<string> => {
    if (!settings.google) throw new Error("no settings");
    const url = await googleLink(content, settings.google, 1_795_348_800);
    expect(url).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
    return url.slice(url.lastIndexOf("/") + 1);
  };
  const read = (token: string, publicKey = authority.googlePublicKey) =>
    jwtVerify(token, createPublicKey(publicKey), {
      algorithms: ["RS256"],
      audience: "google",
      issuer: ACCOUNT,
      currentDate: new Date(1_795_348_800_000),
    });

  it("has a token that the account's public key verifies, and another one's does not", async () => {
    const token = await tokenOf(CONTENT);
    const { payload, protectedHeader } = await read(token);
    expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT" });
    expect(payload).toMatchObject({ typ: "savetowallet", iat: 1_795_348_800, origins: [] });
    await expect(read(token, passAuthority().googlePublicKey)).rejects.toThrow(/signature/);
  });

  it("has the whole pass in it", async () => {
    const { payload } = (await read(await tokenOf(CONTENT))).payload as { payload: Record<string, object[]> };
    expect(payload.genericClasses).toEqual([{ id: `${ISSUER}.reward` }]);
    expect(payload.genericObjects).toMatchObject([
      {
        id: `${ISSUER}.${CONTENT.serial}`,
        classId: `${ISSUER}.reward`,
        cardTitle: { defaultValue: { language: "en-US", value: CONTENT.title } },
        header: { defaultValue: { value: "$30" } },
        barcode: { type: "CODE_128", value: "ABCD1234" },
        logo: { sourceUri: { uri: CONTENT.logoUrl } },
        validTimeInterval: { end: { date: "2027-11-22T00:00:00.000Z" } },
        textModulesData: [
          { id: "primary", header: "Code", body: "ABCD-1234" },
          { id: "security", header: "PIN", body: "4711" },
          { id: "expires" },
          { id: "terms" },
        ],
      },
    ]);
  });

  it("leaves the terms out where the address would be too long for a browser", async () => {
    const long = {
      ...CONTENT,
      terms: [{ id: "terms", label: "Terms", value: "For every shop. ".repeat(200) }],
    };
    const token = await tokenOf(long);
    expect(token.length).toBeLessThan(1_800);
    expect(JSON.stringify((await read(token)).payload)).not.toContain("For every shop");
  });
});
