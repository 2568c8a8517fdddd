import { describe, expect, it } from "vitest";
import { groupsOf } from "../../../widget/words/groups.ts";

describe("groupsOf", () => {
  const table: [value: string, groups: string[]][] = [
    ["6006491286999911", ["6006", "4912", "8699", "9911"]],
    ["ABCDEFGH", ["ABCD", "EFGH"]],
    ["1234567890", ["1234", "5678", "90"]],
    ["123456789", ["1234", "56789"]],
    ["4821", ["4821"]],
    ["AB12-CD34-EF56", ["AB12-CD34-EF56"]],
    ["with a space in it", ["with a space in it"]],
    ["ÄÖÜÄÖÜÄÖÜ", ["ÄÖÜÄÖÜÄÖÜ"]],
    ["", [""]],
  ];
  for (const [value, groups] of table) {
    it(`“${value}” is read as ${groups.join(" ")}`, () => expect(groupsOf(value)).to.deep.equal(groups));
  }

  it("loses and adds nothing", () => {
    for (let length = 0; length < 40; length++) {
      const value = "0123456789abcdefghijABCDEFGHIJ0123456789".slice(0, length);
      expect(groupsOf(value).join("")).to.equal(value);
    }
  });
});
