/** QR codes for the printed card, by lean-qr: correction level M or better where the symbol stays as small. */
import { correction, generate, mode } from "lean-qr";

/** What holds printable ASCII. Modes of other characters would have to say their encoding, which readers guess. */
const MODES = [mode.numeric, mode.alphaNumeric, mode.ascii];

/** The rows of a symbol, dark modules true; undefined for what is too long or no printable ASCII. */
export function qrRows(text: string): boolean[][] | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  try {
    const symbol = generate(text, { modes: MODES, minCorrectionLevel: correction.M });
    const places = Array.from({ length: symbol.size }, (_, at) => at);
    return places.map((y) => places.map((x) => symbol.get(x, y)));
  } catch {
    // Longer than the largest symbol holds.
    return undefined;
  }
}
