/** The element's description for editors and documentation tools, generated from its JSDoc. */

/** `@tag {type} name - text`, which goes on in lines that are set in; the type is optional, and of a custom property the syntax of its values. */
const LINE = /^ \* @(?<tag>\w+) (?:\{(?<type>[^}]+)\} )?(?<name>\S+)(?: - (?<text>.+(?:\n \* {3}.+)*))?$/gm;

/** Where the package has the class and its registration. */
const MODULE = "dist/index.js";
const DEFINITION = "dist/define.js";
/** What listeners get. */
const EVENT = { text: "RewardEvent" };

interface Described {
  readonly name: string;
  readonly description: string;
  readonly type?: { readonly text: string };
}

export interface Description {
  readonly className: string;
  readonly tagName: string;
  readonly description: string;
  readonly attributes: readonly Described[];
  readonly properties: readonly Described[];
  readonly events: readonly Described[];
  readonly parts: readonly Described[];
  readonly customProperties: readonly Described[];
}

/** @param source the module that holds the class, whose comment says `@element` */
export function describeElement(source: string): Description {
  const end = source.indexOf("export class");
  const comment = source.slice(source.lastIndexOf("/**", end), end);
  const found = [...comment.matchAll(LINE)].map(({ groups = {} }) => groups);
  const described = (tag: string): Described[] =>
    found
      .filter((each) => each.tag === tag)
      .map(({ name = "", text = "", type }) => ({
        name,
        description: text.replaceAll(/\n \* +/g, " "),
        ...(type !== undefined && { type: { text: type.replaceAll("|", " | ") } }),
      }));
  return {
    className: /export class (\w+)/.exec(source)?.[1] ?? "",
    tagName: described("element")[0]?.name ?? "",
    description: /\* ([^@*\n]+(?:\n \* [^@*\n]+)*)\n/.exec(comment)?.[1]?.replaceAll("\n * ", " ") ?? "",
    attributes: described("attr"),
    properties: described("prop"),
    events: described("fires").map((event) => ({ ...event, type: EVENT })),
    parts: described("csspart"),
    customProperties: described("cssprop"),
  };
}

/** Source: Custom Elements Manifest, schema 2.1.0. */
export function manifestOf(element: Description): object {
  const { className, tagName, description, attributes, properties, events, customProperties } = element;
  const declaration = { name: className, module: MODULE };
  return {
    schemaVersion: "2.1.0",
    readme: "README.md",
    modules: [
      {
        kind: "javascript-module",
        path: MODULE,
        declarations: [
          {
            kind: "class",
            customElement: true,
            name: className,
            tagName,
            description,
            superclass: { name: "LitElement", package: "lit" },
            attributes,
            members: properties.map((property) => ({ kind: "field", ...property })),
            events,
            cssParts: element.parts,
            cssProperties: customProperties.map(({ type, ...each }) => ({
              ...each,
              ...(type && { syntax: type.text }),
            })),
          },
        ],
        exports: [{ kind: "js", name: className, declaration }],
      },
      {
        kind: "javascript-module",
        path: DEFINITION,
        exports: [{ kind: "custom-element-definition", name: tagName, declaration }],
      },
    ],
  };
}

/**
 * The same for JetBrains' editors. Source: Web-Types, schema.
 * @param version of the package
 */
export function webTypesOf(element: Description, version: string): object {
  const { tagName, description, attributes, properties, events, parts, customProperties } = element;
  const withValue = ({ type, ...each }: Described): object => ({
    ...each,
    ...(type && { value: { type: type.text } }),
  });
  const js = {
    properties: properties.map(({ type, ...each }) => ({ ...each, type: type?.text })),
    events: events.map(({ type: _, ...each }) => each),
  };
  return {
    $schema: "https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json",
    name: "reward-redemption",
    version,
    "description-markup": "markdown",
    contributions: {
      html: { elements: [{ name: tagName, description, attributes: attributes.map(withValue), js }] },
      css: { properties: customProperties.map(({ type: _, ...each }) => each), parts },
    },
  };
}

/**
 * The same for Visual Studio Code's HTML, through its setting `html.customData`. Source: Custom Data for HTML, version 1.1.
 * @param elements every tag, each with its attributes
 */
export const htmlDataOf = (elements: readonly Description[]): object => ({
  version: 1.1,
  tags: elements.map(({ tagName, description, attributes }) => ({
    name: tagName,
    description,
    attributes: attributes.map(({ type, ...each }) => ({
      ...each,
      // Present or absent: `v` is its word for an attribute without a value.
      ...(type?.text === "boolean" && { valueSet: "v" }),
      ...(type?.text.includes(" | ") && { values: type.text.split(" | ").map((name) => ({ name })) }),
    })),
  })),
});
