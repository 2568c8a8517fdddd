/**
 * "Give it to somebody": a card with the giver's words, the reward and its code, drawn on this device, and handed to the system's share
 * sheet, or saved where there is none. One lazy file; everything of the other screens is given to it, so that the bundler cuts no file of
 * its own out of the first one.
 */

/** What the card says. */
export interface Present {
  readonly name: string;
  readonly worth?: string | undefined;
  /** The address of the art. */
  readonly art?: string | null | undefined;
  /** Label and value of each code; of a link none, which is in the text and the drawing. */
  readonly codes: readonly (readonly [label: string, value: string])[];
  /** A drawing that was read back, of the barcode or the link. */
  readonly symbol?: SVGElement | undefined;
  /** The link, where the reward is one. */
  readonly link?: string | undefined;
}

export interface Surroundings {
  /** The frame of the element, in which the dialog opens. */
  readonly frame: HTMLElement;
  readonly words: {
    readonly title: string;
    /** That whoever has it can spend it. */
    readonly once: string;
    readonly label: string;
    readonly share: string;
    readonly save: string;
    readonly close: string;
  };
  readonly direction: "ltr" | "rtl";
  readonly show: (dialog: HTMLDialogElement) => void;
  /** Keeps session recorders away. */
  readonly mark: (element: Element) => void;
  readonly share: (what: ShareData) => Promise<void>;
  readonly save: (name: string, content: Blob) => void;
}

/** As long as a session's own message. Source: openapi.json, POST /v1/sessions. */
const WORDS_MAX = 200;
/** The pixels of a picture that a chat shows without enlarging it. */
const WIDTH = 1080;
const EDGE = 40;
const PAD = 96;
const INNER = WIDTH - 2 * PAD;
const CARD_RATIO = 1.586;
const ROUND = 36;
const GAP = 36;
const LINE = 1.35;
/** The share of the width that a square code takes, and how high bars are. */
const SQUARE = 0.45;
const BARS_PX = 170;

const STYLES = `
.give { width: min(26em, 100% - 2em); border: 0; border-radius: var(--_radius); padding: calc(var(--_space) * 1.25); background: var(--_surface); color: var(--_text); font: inherit; box-sizing: border-box }
.give[open] { display: grid; gap: calc(var(--_space) * 0.75) }
.give::backdrop { background: #0009 }
.give canvas { justify-self: center; max-width: 100%; max-height: 38vh; border-radius: 0.5em; box-shadow: 0 1px 6px #0003 }
.give label { display: grid; gap: 0.25em; font-size: 0.875em }
.give textarea { box-sizing: border-box; width: 100%; min-height: 4.5em; border: 1px solid var(--_muted); border-radius: var(--_radius-button); padding: 0.5em 0.75em; background: none; color: inherit; font: inherit; font-size: 1.143em; resize: vertical }
.give > p { margin: 0; font-weight: 600 }
.give > div { display: flex; flex-wrap: wrap; gap: 0.5em }
.give > div > button { flex: 1 1 8em }
`;
const styled = new WeakSet<ShadowRoot>();

function addStyles(root: Node): void {
  if (!(root instanceof ShadowRoot) || styled.has(root)) return;
  styled.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

const made = <K extends keyof HTMLElementTagNameMap>(name: K, members: object): HTMLElementTagNameMap[K] =>
  Object.assign(document.createElement(name), members);

/** Opens the dialog; the card goes on its way when its button is pressed. */
export async function give(present: Present, around: Surroundings): Promise<void> {
  const { frame, words, direction, show, mark } = around;
  addStyles(frame.getRootNode());
  const art = await artOf(present.art);
  const canvas = made("canvas", { ariaHidden: "true" });
  const text = made("textarea", { maxLength: WORDS_MAX, dir: "auto" });
  const label = made("label", { textContent: words.label });
  label.append(text);
  const canShare = typeof navigator.share === "function";
  const send = made("button", {
    type: "button",
    className: "main",
    textContent: canShare ? words.share : words.save,
  });
  send.part.add("button", "primary");
  const close = made("button", { type: "button", className: "plain", textContent: words.close });
  close.part.add("button", "secondary");
  const actions = made("div", {});
  actions.append(send, close);
  const dialog = made("dialog", { className: "give", ariaLabel: words.title, dir: direction });
  dialog.append(
    made("h2", { textContent: words.title }),
    canvas,
    label,
    made("p", { textContent: words.once }),
    actions,
  );
  const draw = (isWhole: boolean) => {
    const look = getComputedStyle(frame);
    drawCard(canvas, { ...present, art, words: text.value.trim() }, { look, direction, isWhole });
  };
  mark(dialog);
  frame.append(dialog);
  draw(false);
  text.addEventListener("input", () => draw(false));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  send.addEventListener("click", async () => {
    draw(true);
    const picture = pictureOf(canvas);
    dialog.close();
    await hand(present, text.value.trim(), picture, around);
  });
  show(dialog);
}

/** At once: `toBlob` waits for an idle moment, and a share sheet opens only right after the press. */
function pictureOf(canvas: HTMLCanvasElement): Blob {
  const binary = atob(canvas.toDataURL("image/png").split(",")[1] ?? "");
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type: "image/png" });
}

async function hand(present: Present, words: string, picture: Blob, around: Surroundings): Promise<void> {
  const { name, worth, codes, link } = present;
  const reward = [name, worth].filter(Boolean).join(" ");
  const text = [words, reward, ...codes.map((code) => code.join(": ")), link].filter(Boolean).join("\n");
  const file = new File([picture], "gift.png", { type: picture.type });
  if (typeof navigator.share !== "function") {
    around.save("gift.png", picture);
    return;
  }
  const files = navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
  await around.share({ title: reward, text, ...files });
}

/** The token server's pictures may be drawn; another one is left out, because its canvas could not be read. */
async function artOf(address: string | null | undefined): Promise<HTMLImageElement | undefined> {
  if (!address) return undefined;
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = address;
  return image.decode().then(
    () => image,
    () => undefined,
  );
}

type Drawn = Omit<Present, "art"> & { readonly art: HTMLImageElement | undefined; readonly words: string };
interface Manner {
  /** Of the element: its font and colours. */
  readonly look: CSSStyleDeclaration;
  readonly direction: "ltr" | "rtl";
  /** Whether the codes are drawn, and not only their places. */
  readonly isWhole: boolean;
}

function drawCard(canvas: HTMLCanvasElement, card: Drawn, manner: Manner): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  canvas.width = WIDTH;
  // Drawn twice: its height is known at the end.
  canvas.height = layOut(context, card, manner, false);
  layOut(context, card, manner, true);
}

/** @returns the height */
function layOut(
  context: CanvasRenderingContext2D,
  card: Drawn,
  { look, direction, isWhole }: Manner,
  isDrawn: boolean,
): number {
  const { canvas } = context;
  const family = look.fontFamily || "sans-serif";
  const start = direction === "rtl" ? WIDTH - PAD : PAD;
  const box = (x: number, y: number, width: number, height: number): void => {
    context.beginPath();
    context.roundRect(x, y, width, height, ROUND);
  };
  if (isDrawn) {
    context.fillStyle = look.getPropertyValue("--_accent").trim() || "#1f4fd8";
    context.fillRect(0, 0, WIDTH, canvas.height);
    context.fillStyle = "#fff";
    box(EDGE, EDGE, WIDTH - 2 * EDGE, canvas.height - 2 * EDGE);
    context.fill();
  }
  context.direction = direction;
  context.textBaseline = "top";
  context.fillStyle = "#1a1d23";
  let y = PAD;
  if (card.art) {
    const height = INNER / CARD_RATIO;
    if (isDrawn) {
      context.save();
      box(PAD, y, INNER, height);
      context.clip();
      context.drawImage(card.art, PAD, y, INNER, height);
      context.restore();
    }
    y += height + GAP;
  }
  const write = (text: string, size: number, weight = "400", colour = "#1a1d23", font = family): void => {
    context.font = `${weight} ${size}px ${font}`;
    context.textAlign = "start";
    context.fillStyle = colour;
    for (const line of linesOf(context, text)) {
      if (isDrawn) context.fillText(line, start, y, INNER);
      y += size * LINE;
    }
  };
  if (card.words) {
    write(card.words, 44);
    y += GAP;
  }
  write(card.name, 48, "700");
  if (card.worth) write(card.worth, 72, "800");
  y += GAP;
  const [path, frame] = [
    card.symbol?.querySelector("path[fill='#000']"),
    card.symbol?.getAttribute("viewBox"),
  ];
  const d = path?.getAttribute("d");
  if (d && frame) {
    const [, , columns = 1, rows = 1] = frame.split(" ").map(Number);
    const isLinear = columns > 2 * rows || path?.hasAttribute("transform");
    const module = Math.floor((isLinear ? INNER : INNER * SQUARE) / columns) || 1;
    const height = isLinear ? BARS_PX : module * rows;
    const left = Math.round((WIDTH - module * columns) / 2);
    if (isDrawn && isWhole) {
      context.save();
      // On whole pixels: no bar may blend with the paper.
      context.translate(left, Math.round(y));
      context.scale(module, height / rows);
      context.fillStyle = "#000";
      context.fill(new Path2D(d));
      context.restore();
    } else if (isDrawn) {
      context.fillStyle = "#e8eaf0";
      box(left, y, module * columns, height);
      context.fill();
      context.fillStyle = "#565d6b";
      context.font = `600 46px ${family}`;
      context.textAlign = "center";
      context.fillText("••••", WIDTH / 2, y + height / 2 - 30);
    }
    y += height + GAP;
  }
  for (const [label, value] of card.codes) {
    write(label, 30, "400", "#565d6b");
    write(isWhole ? value : "•••• ••••", 46, "600", "#1a1d23", "ui-monospace, monospace");
    y += GAP / 2;
  }
  return y + PAD - GAP / 2;
}

/** Lines that fit, broken at spaces. */
function linesOf(context: CanvasRenderingContext2D, text: string): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && context.measureText(longer).width > INNER) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}
