/** Codes of every usage, and the screen that shows them. */
import type { BarcodeType, CodeItem, Codes, Usage } from "../../../shared/usages.ts";
import { FakeServer, redeemed, SECRET_CODE, SECRET_LINK, SECRET_PIN } from "./fake-server.ts";
import { mount, type Stage, type Wishes } from "./mount.ts";

const VALUES: Record<Usage, string> = {
  primary: SECRET_CODE,
  security: SECRET_PIN,
  url: SECRET_LINK,
  security_url: SECRET_LINK,
  security_url_code: "88-77",
};

/** Codes of these usages, each with the fake server's value. */
export function codesOf(
  usages: readonly Usage[],
  type: BarcodeType = "none",
  more: Partial<Codes> = {},
): Codes {
  const items = usages.map(
    (usage): CodeItem => ({
      name: "",
      usage,
      value: VALUES[usage],
      format: VALUES[usage] === SECRET_LINK ? "url" : "string",
    }),
  );
  const [first] = items;
  return {
    reward_format: { usages, barcode_type: type },
    items,
    ...(type !== "none" && first && { barcode: { type, value: first.value } }),
    ...more,
  };
}

type Surroundings = Pick<Wishes, "attributes" | "loaders" | "into">;

/** A redeemed order to which its user comes back: its codes are masked. */
export function returning(codes: Codes, surroundings: Surroundings = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = redeemed();
  server.codes = codes;
  return mount({ ...surroundings, server });
}

/** A redeemed order whose codes are shown. */
export async function showing(codes: Codes, surroundings: Surroundings = {}): Promise<Stage> {
  const stage = await returning(codes, surroundings);
  await stage.unveil();
  return stage;
}

/** The values that are readable. */
export const shown = (stage: Stage): (string | null)[] =>
  stage.all("code-value").map(({ textContent }) => textContent);
