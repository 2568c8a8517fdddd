/** A brand as the fragment of an address, which no server ever sees: JSON, deflated, in base64url. */

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
  const text = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream(FORMAT))));
}
