/**
 * Reads Code 128 back from its modules. The table is its own, so that a mistake of the encoder is not copied into its
 * check.
 */

/**
 * The widths of bar, space, bar, space, bar, space of each symbol, by the symbol's value. Source: ISO/IEC 15417, table
 * 1.
 */
const WIDTHS =
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232".split(
    " ",
  );
const STOP = "2331112";
const START_A = 103;
const CHECK_MODULUS = 103;
const ELEMENTS = 6;
const SHIFT = 98;
const CODE_C = 99;
const CODE_B = 100;
const CODE_A = 101;

type CodeSet = "A" | "B" | "C";

/** The value, or undefined if these modules are not a whole Code 128 of plain characters. */
export function readCode128(row: readonly boolean[]): string | undefined {
  const runs =
    row
      .map((dark) => (dark ? "1" : "0"))
      .join("")
      .match(/(.)\1*/g) ?? [];
  const widths = runs.map(({ length }) => length).join("");
  if (!row[0] || runs.length !== widths.length || !widths.endsWith(STOP)) return undefined;
  const values = (widths.slice(0, -STOP.length).match(new RegExp(`.{1,${ELEMENTS}}`, "g")) ?? []).map(
    (symbol) => WIDTHS.indexOf(symbol),
  );
  const check = values.pop();
  const [start = 0, ...rest] = values;
  let sum = start;
  rest.forEach((value, at) => {
    sum += value * (at + 1);
  });
  if (values.includes(-1) || start < START_A || sum % CHECK_MODULUS !== check) return undefined;
  return charactersOf(rest, (["A", "B", "C"] as const)[start - START_A] ?? "B");
}

function charactersOf(values: readonly number[], start: CodeSet): string | undefined {
  let set = start;
  let isShifted = false;
  let text = "";
  for (const value of values) {
    const current: CodeSet = isShifted ? (set === "A" ? "B" : "A") : set;
    isShifted = false;
    if (current === "C" && value < CODE_B) text += String(value).padStart(2, "0");
    else if (value < SHIFT - 2)
      text += String.fromCharCode(current === "A" && value >= 64 ? value - 64 : value + 32);
    else if (value === SHIFT && current !== "C") isShifted = true;
    else if (value === CODE_C && current !== "C") set = "C";
    else if (value === CODE_B && current !== "B") set = "B";
    else if (value === CODE_A && current !== "A") set = "A";
    // A function character: no value drawn here has one.
    else return undefined;
  }
  return text;
}
