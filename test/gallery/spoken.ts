/**
 * What a screen reader has to say of a window, read off the browser's own accessibility tree: a line for each thing in its
 * order, with role, name, state and description. Kept as texts beside the pictures, and reviewed like code.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page, Protocol } from "puppeteer-core";

const FOLDER = resolve(import.meta.dirname, "spoken");

type Node = Protocol.Accessibility.AXNode;

/** Of these only what is in them is said. */
const UNSAID = new Set(["none", "generic", "RootWebArea", "main", "Section", "LabelText"]);
/** Of these nothing is said. */
const DROPPED = new Set(["InlineTextBox", "ListMarker", "LineBreak"]);
/** Their name is what is in them, said once. */
const NAMED_BY_CONTENT = new Set(["button", "link", "heading", "DisclosureTriangle", "LabelText"]);
/** What is told beside the name, where it is so. */
const STATES = [
  "disabled",
  "expanded",
  "pressed",
  "checked",
  "invalid",
  "required",
  "modal",
  "busy",
  "readonly",
];
const INDENT = "  ";
/** How Chromium calls what others call otherwise. */
const ROLES: Readonly<Record<string, string>> = {
  StaticText: "text",
  DisclosureTriangle: "disclosure",
  Details: "group",
  Figcaption: "caption",
  image: "img",
};

const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, " ").trim());

function stateOf(node: Node): string {
  const values = new Map(node.properties?.map(({ name, value }) => [String(name), value.value]));
  const said = STATES.filter((name) => values.get(name) !== undefined).flatMap((name) => {
    const value = values.get(name);
    // "Not expanded" and "not pressed" are news; "not disabled" is not.
    const isToggle = name === "expanded" || name === "pressed";
    if (value === true || value === "true") return [name];
    return isToggle && (value === false || value === "false") ? [`not ${name}`] : [];
  });
  return said.length > 0 ? ` (${said.join(", ")})` : "";
}

function* linesOf(node: Node, all: ReadonlyMap<string, Node>, depth: number): Iterable<string> {
  const role = String(node.role?.value ?? "none");
  if (DROPPED.has(role)) return;
  const children = (node.childIds ?? []).flatMap((id) => all.get(id) ?? []);
  const isSaid = !node.ignored && !UNSAID.has(role);
  if (!isSaid) {
    for (const child of children) yield* linesOf(child, all, depth);
    return;
  }
  const name = String(node.name?.value ?? "");
  const level = node.properties?.find((property) => property.name === "level")?.value.value;
  const value = node.value?.value === undefined ? "" : `: ${quoted(String(node.value.value))}`;
  const description = node.description?.value
    ? `, described by ${quoted(String(node.description.value))}`
    : "";
  if (role === "StaticText" && name.trim() === "") return;
  const words = name ? ` ${quoted(name)}` : "";
  yield `${INDENT.repeat(depth)}${ROLES[role] ?? role}${role === "heading" ? ` ${level}` : ""}${words}${stateOf(node)}${value}${description}`;
  if (role === "StaticText" || NAMED_BY_CONTENT.has(role)) return;
  for (const child of children) yield* linesOf(child, all, depth + 1);
}

/** Characters before the first one that is said. */
const depthOf = (line: string): number => line.search(/\S/);

/** What has no name of its own and nothing but texts in it is one line with them: `paragraph: "20" "gift card"`. */
function withTexts(lines: readonly string[]): string[] {
  const texts = (at: number): string[] => {
    const [head = "", ...rest] = lines.slice(at);
    const end = rest.findIndex((line) => depthOf(line) <= depthOf(head));
    const inside = end < 0 ? rest : rest.slice(0, end);
    const isText = (line: string): boolean =>
      depthOf(line) === depthOf(head) + 2 && /^\s*text ".*"$/.test(line);
    return head.includes('"') || !inside.every(isText) ? [] : inside.map((line) => line.trim().slice(5));
  };
  const told: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const within = texts(at);
    told.push([`${lines[at]}${within.length > 0 ? ":" : ""}`, ...within].join(" "));
    at += within.length;
  }
  return told;
}

/** The lines of the window of that width. */
export async function spokenIn(page: Page, width: number): Promise<string> {
  const session = await page.createCDPSession();
  try {
    const { frameTree } = await session.send("Page.getFrameTree");
    const frameId = frameTree.childFrames?.find(({ frame }) => frame.name === String(width))?.frame.id;
    if (!frameId) throw new Error(`There is no window of ${width} px on the table`);
    await session.send("Accessibility.enable");
    const { nodes } = await session.send("Accessibility.getFullAXTree", { frameId });
    const all = new Map(nodes.map((node) => [node.nodeId, node]));
    const root = nodes.find(({ parentId }) => parentId === undefined);
    return root ? `${withTexts([...linesOf(root, all, 0)]).join("\n")}\n` : "";
  } finally {
    await session.detach();
  }
}

const pathOf = (file: string): string => join(FOLDER, `${file}.txt`);

/** What was to be heard of a state when somebody last read it; empty where it is new. */
export const readSpoken = (file: string): string =>
  existsSync(pathOf(file)) ? readFileSync(pathOf(file), "utf8") : "";

export function writeSpoken(file: string, text: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(file), text);
}

/** Texts of states that there are no more. */
export function removeOtherSpoken(files: readonly string[]): void {
  for (const name of existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    if (!files.includes(name.replace(/\.txt$/, ""))) rmSync(join(FOLDER, name));
}
