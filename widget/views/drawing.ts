/**
 * Reads each drawing back before it is shown: the picture is decoded and compared with the value. A drawing with
 * another value is not shown at all, because a till would take it for another card.
 */
import { render } from "lit";
import type { Codes } from "../../shared/usages.ts";
import type { Drawers } from "../loaders.ts";
import { type Drawing, drawingView } from "./symbol.ts";

type Barcode = NonNullable<Codes["barcode"]>;

/** The last drawing of each place, so that another rendering does not read it again. */
const last = new WeakMap<Barcode, Map<string, { key: string; node: SVGElement | undefined }>>();

/** @param place where the drawing is shown, such as the pass or the till */
export function provenDrawing(
  barcode: Barcode,
  place: string,
  drawing: Drawing,
  { readBack }: Drawers,
): SVGElement | undefined {
  const { name, size, lines, isTurned } = drawing;
  const key = [name, size, lines, isTurned].join();
  const places = last.get(barcode) ?? new Map();
  last.set(barcode, places);
  const known = places.get(place);
  if (known?.key === key) return known.node;
  const scratch = document.createDocumentFragment();
  render(drawingView(drawing), scratch);
  const drawn = scratch.querySelector("svg") ?? undefined;
  const node = drawn && readBack(drawn, barcode.type) === barcode.value ? drawn : undefined;
  places.set(place, { key, node });
  return node;
}
