/** Reads a drawn barcode with a decoder that shares no code with the drawing. */
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const WASM = "/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm";

prepareZXingModule({ overrides: { locateFile: () => WASM } });

export async function decode(svg: SVGElement): Promise<{ text: string; format: string } | undefined> {
  const width = Math.round(Number(svg.getAttribute("width")));
  const height = Math.round(Number(svg.getAttribute("height")));
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML.replace(/<!--.*?-->/g, ""))}`;
  await image.decode();
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("No canvas");
  context.drawImage(image, 0, 0, width, height);
  const [found] = await readBarcodes(context.getImageData(0, 0, width, height), {
    formats: ["Code128", "QRCode"],
  });
  return found && { text: found.text, format: found.format };
}
