/**
 * The element's description for editors and documentation tools, generated from its JSDoc.
 * Source: Custom Elements Manifest, schema 2.1.0.
 */

/** `@tag {type} name - text`; the type is optional. */
const LINE = /^ \* @(?<tag>\w+) (?:\{(?<type>[^}]+)\} )?(?<name>\S+)(?: - (?<text>.+))?$/gm;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly type?: { readonly text: string };
}

/** @param source the module that holds the class, whose comment says `@element` */
export function manifestOf(source: string): object {
  const end = source.indexOf("export class");
  const comment = source.slice(source.lastIndexOf("/**", end), end);
  const className = /export class (\w+)/.exec(source)?.[1] ?? "";
  const found = [...comment.matchAll(LINE)].map(({ groups = {} }) => groups);
  const described = (tag: string): Described[] =>
    found
      .filter((each) => each.tag === tag)
      .map(({ name = "", text = "", type }) => ({
        name,
        description: text,
        ...(type !== undefined && { type: { text: type.replaceAll("|", " | ") } }),
      }));
  const tagName = described("element")[0]?.name;
  const module = "widget/reward-redemption.js";
  return {
    schemaVersion: "2.1.0",
    readme: "README.md",
    modules: [
      {
        kind: "javascript-module",
        path: module,
        declarations: [
          {
            kind: "class",
            customElement: true,
            name: className,
            tagName,
            description: /\* ([^@*\n]+)\n/.exec(comment)?.[1]?.trim(),
            attributes: described("attr"),
            members: described("prop").map((member) => ({ kind: "field", ...member })),
            events: described("fires").map((event) => ({ ...event, type: { text: "RewardEvent" } })),
            cssParts: described("csspart").map(({ type: _, ...part }) => part),
            cssProperties: described("cssprop").map(({ type: _, ...property }) => property),
          },
        ],
        exports: [{ kind: "js", name: className, declaration: { name: className, module } }],
      },
      {
        kind: "javascript-module",
        path: "widget/define.js",
        exports: [
          { kind: "custom-element-definition", name: tagName, declaration: { name: className, module } },
        ],
      },
    ],
  };
}
