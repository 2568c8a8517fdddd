/** A brand as the fragment of an address, which no server ever sees: JSON, deflated, in base64url; and behind it a step of its order. */

const STEP = "&step=";

/** What the page itself takes from an address; its backend looks at the rest. */
const isBrand = ({ color, radius = 0, logo = "data:image/" }) =>
  /^#[0-9a-f]{6}$/i.test(color) && radius >= 0 && radius <= 100 && /^data:image\//.test(logo);

const FORMAT = "deflate-raw";

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function fragmentOf(brand) {
  const bytes = await through(JSON.stringify(brand), new CompressionStream(FORMAT));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Rejects for a fragment that is none. */
export async function brandIn(fragment) {
  const text = atob(fragment.slice(1).split(STEP)[0].replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const brand = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream(FORMAT))));
  if (!isBrand(brand)) throw new Error("no brand");
  return brand;
}

/** The link that leads to a brand from the demo's first page. @param step see step.js */
export const linkTo = (demo, fragment, step) =>
  new URL(`#brand=${fragment.slice(1)}${step ? STEP + step : ""}`, demo).href;

export const stepIn = (fragment) => fragment.split(STEP)[1];
