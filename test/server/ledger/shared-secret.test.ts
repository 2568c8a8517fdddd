/** Instances on one ledger share a random secret. */
import { expect, it } from "vitest";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { sharedSecret } from "../../../server/ledger/shared-secret.ts";

it("is one for all instances, also where they ask at once, and another one for each name and ledger", async () => {
  const [ledger, other] = [openMemoryLedger(), openMemoryLedger()];
  const asked = await Promise.all(Array.from({ length: 5 }, () => sharedSecret(ledger, "marks")));
  expect(new Set(asked).size).toBe(1);
  const secrets = new Set([
    asked[0],
    await sharedSecret(ledger, "others"),
    await sharedSecret(other, "marks"),
  ]);
  expect(secrets.size).toBe(3);
  for (const secret of secrets) expect(Buffer.from(secret ?? "", "base64url")).toHaveLength(32);
  await Promise.all([ledger.close(), other.close()]);
});
