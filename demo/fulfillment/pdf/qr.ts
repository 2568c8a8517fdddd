/** QR codes for the printed card, by lean-qr: correction level M, or a better one if the symbol stays as small. */
import { correction, generate, mode } from "lean-qr";

/** The modes for printable ASCII. Modes of other characters would need their encoding, which readers guess. */
const MODES = [mode.numeric, mode.alphaNumeric, mode.ascii];

/** The rows of a symbol, true is dark; undefined if the text is too long or not printable ASCII. */
export function qrRows(text: string): boolean[][] | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  try {
    const symbol = generate(text, { modes: MODES, minCorrectionLevel: correction.M });
    const places = Array.from({ length: symbol.size }, (_, at) => at);
    return places.map((y) => places.map((x) => symbol.get(x, y)));
  } catch {
    // The text is longer than the largest symbol holds.
    return undefined;
  }
}
