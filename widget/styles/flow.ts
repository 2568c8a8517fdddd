/** The look of the screens after the picker, and of hover and press on all screens. */

import { css } from "lit";
import { barcodeStyles } from "./barcode.ts";
import { codesStyles } from "./codes.ts";
import { footStyles } from "./foot.ts";
import { looksStyles } from "./looks.ts";
import { modesStyles } from "./modes.ts";
import { passStyles } from "./pass.ts";
import { pickingStyles } from "./picking.ts";
import { progressStyles } from "./progress.ts";
import { restStyles } from "./rest.ts";
import { sheetStyles } from "./sheet.ts";
import { tillStyles } from "./till.ts";
import { unwrapStyles } from "./unwrap.ts";

export const flowStyles = css`
  ${looksStyles}
  ${pickingStyles}
  ${sheetStyles}
  ${passStyles}
  ${footStyles}
  ${progressStyles}
  ${restStyles}
  ${barcodeStyles}
  ${codesStyles}
  ${tillStyles}
  ${unwrapStyles}
  ${modesStyles}
`;
