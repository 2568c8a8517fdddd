/**
 * Makes an SVG harmless by writing it anew from the parts that are known to draw, and from nothing else.
 *
 * Three walls stand one behind the other. Inside `<img>`, where the widget shows it, an SVG never runs scripts or loads
 * anything. Opened as a page, the Content-Security-Policy with `sandbox` it is served with stops both. And what is
 * served is this rewritten text, for a page that inlines or stores it: elements and attributes are taken from a list of the
 * drawing ones, so nothing has to be recognised as dangerous. XML is strict enough to be read with a small reader; what
 * the reader does not understand is refused as a whole, never repaired, since a browser might repair it differently.
 */

/** Local names. No script, foreignObject, a, handlers, media, frames or metadata. */
const ELEMENTS = new Set(
  `svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath
  image clipPath mask pattern marker linearGradient radialGradient stop filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence view`.split(/\s+/),
);

const NAME = "[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?";
const TAG = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, "y");
const END_TAG = new RegExp(`</(${NAME})\\s*>`, "y");
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*("[^"]*"|'[^']*')`, "g");
const TEXT = /[^<]+/y;
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y;
const CDATA = /<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/y;
const INSTRUCTION = /<\?(?:(?!\?>)[\s\S])*\?>/y;
/** Without an internal subset: its entities could spell anything. */
const DOCTYPE = /<!DOCTYPE\s[^<>[\]]*>/iy;

const AMPERSAND = 0x26;

/** Deeper than any drawing. */
const DEPTH_MAX = 200;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Decodes character references, as far as needed for recognising an address; undefined if XML does not know a reference, because
 * another reader might accept it.
 */
function decode(value: string): string | undefined {
  const plain = value
    .replace(/&#x0*([\da-f]{1,6});/gi, (_, hex: string) => codePoint(Number.parseInt(hex, 16)))
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => codePoint(Number(digits)))
    .replace(/&(lt|gt|quot|apos|amp);/g, " ");
  return plain.includes("&") ? undefined : plain;
}

/** A reference to `&` begins no other one: in XML it is text. */
const codePoint = (point: number): string =>
  point <= 0x10ffff && point !== AMPERSAND ? String.fromCodePoint(point) : " ";

/** References stay within the document, but for pictures that are part of it. */
const isOwnReference = (value: string): boolean =>
  value.startsWith("#") || /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(value);

function isKept(name: string, value: string): boolean {
  const local = localName(name).toLowerCase();
  if (local.startsWith("on") || local === "base" || local === "src") return false;
  if (local === "href") return isOwnReference((decode(value) ?? "").trim());
  return !hasOutsideUrl(value);
}

/** Whether CSS or a presentation attribute refers to anything outside the document. */
function hasOutsideUrl(css: string): boolean {
  // A backslash could hide an address from this check but not from a CSS reader; drawings do not need it.
  const plain = decode(css)?.toLowerCase();
  if (plain === undefined || /\\|@import|image-set|expression\(|javascript:/.test(plain)) return true;
  return [...plain.matchAll(/url\(\s*["']?\s*([^)]*)/g)].some(([, target]) => !isOwnReference(target ?? ""));
}

/** The drawing in `source`, or undefined if its form is not certain. */
export function neutraliseSvg(source: string): string | undefined {
  const out: string[] = [];
  const open: string[] = [];
  /** Where in `out` the style sheet that is being read began: judged at its end, whole, however it was cut up. */
  let styleFrom: number | undefined;
  /** Depth at which a dropped element began; everything inside is dropped, too. */
  let dropping: number | undefined;
  let at = source.startsWith("\uFEFF") ? 1 : 0;
  let hasRoot = false;

  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };

  while (at < source.length) {
    const text = next(TEXT) ?? next(CDATA);
    if (text) {
      const content = text[1] === undefined ? text[0] : escapeText(text[1]);
      if (open.length === 0 && content.trim() !== "") return undefined;
      if (dropping === undefined) out.push(content);
      continue;
    }
    if (next(COMMENT) || next(INSTRUCTION)) continue;
    if (!hasRoot && next(DOCTYPE)) continue;
    const tag = next(TAG);
    if (tag) {
      const [, name = "", attributes = "", selfClosing] = tag;
      if (open.length === 0 && (hasRoot || localName(name) !== "svg")) return undefined;
      if (open.length >= DEPTH_MAX || styleFrom !== undefined) return undefined;
      hasRoot = true;
      if (dropping === undefined && !ELEMENTS.has(localName(name))) dropping = open.length;
      if (dropping === undefined) {
        if (localName(name) === "style" && !selfClosing) styleFrom = out.length;
        out.push(`<${name}${keptAttributes(attributes)}${selfClosing}>`);
      }
      if (selfClosing) {
        if (dropping === open.length) dropping = undefined;
      } else {
        open.push(name);
      }
      continue;
    }
    const end = next(END_TAG);
    if (!end || open.pop() !== end[1]) return undefined;
    if (dropping === undefined) out.push(`</${end[1]}>`);
    else if (dropping === open.length) dropping = undefined;
    // Nothing stands inside a style sheet, so this is its end.
    if (styleFrom !== undefined) {
      if (hasOutsideUrl(out.slice(styleFrom).join(""))) out.length = styleFrom;
      styleFrom = undefined;
    }
  }
  return hasRoot && open.length === 0 ? out.join("") : undefined;
}

function keptAttributes(source: string): string {
  let kept = "";
  for (const [, name = "", quoted = ""] of source.matchAll(ATTRIBUTE)) {
    const isNamespace = name === "xmlns" || name.startsWith("xmlns:");
    if (isNamespace || isKept(name, quoted.slice(1, -1))) kept += ` ${name}=${quoted}`;
  }
  return kept;
}

const escapeText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
