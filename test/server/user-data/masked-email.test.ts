import { expect, it } from "vitest";
import { maskEmail } from "../../../server/user-data/masked-email.ts";

it.each([
  ["mia@example.com", "m•••@example.com"],
  ["m@example.com", "•••@example.com"],
  ["mi@example.com", "m•••@example.com"],
  ['"a@b"@example.com', '"•••@example.com'],
  ["łucja@poczta.example", "ł•••@poczta.example"],
  ["😀x@example.com", "😀•••@example.com"],
])("%s is shown as %s", (email, masked) => expect(maskEmail(email)).toBe(masked));
