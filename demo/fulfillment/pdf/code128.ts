/** Code 128 for the printed card. Source: ISO/IEC 15417, table 1. */

/** Six widths for each symbol: bar, space, bar, space, bar, space. */
const PATTERNS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/);
const START = { B: 104, C: 105 } as const;
const TO_C = 99;
const STOP = "2331112";
const CHECK = 103;

/** Pairs of digits if the text has digits only; otherwise single characters. */
function valuesOf(text: string): number[] {
  const single = (part: string): number[] => [...part].map((char) => char.charCodeAt(0) - 0x20);
  const pairs = (part: string): number[] => (part.match(/../g) ?? []).map(Number);
  if (!/^\d{4,}$/.test(text)) return [START.B, ...single(text)];
  const isOdd = text.length % 2 === 1;
  return isOdd
    ? [START.B, ...single(text.slice(0, 1)), TO_C, ...pairs(text.slice(1))]
    : [START.C, ...pairs(text)];
}

/** One row of modules, true is dark; undefined if the text is not printable ASCII. */
export function code128Row(text: string): boolean[] | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  const values = valuesOf(text);
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0);
  const widths = [...values, sum % CHECK].map((value) => PATTERNS[value]).join("") + STOP;
  return [...widths].flatMap((width, at) => Array<boolean>(Number(width)).fill(at % 2 === 0));
}
