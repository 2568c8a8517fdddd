/** A knob for everything that a page may set on the element, drawn from its description. Together they write an example. */

/** @typedef {{ readonly name: string, readonly description: string, readonly type?: { readonly text: string } }} Described */

const GROUPS = {
  attributes: "Attributes",
  properties: "Properties",
  customProperties: "Custom properties",
  parts: "Parts",
  events: "Events",
};
/** What a switch sets where a field would hold code. */
const SWITCHED = {
  "session-url": "/reward-session",
  getSession: `async () => {
    const answer = await fetch("/reward-session", { method: "POST" });
    return (await answer.json()).session_token;
  }`,
  beforeConfirm: 'async () => confirm("Are you sure?")',
};
/** While somebody types nothing runs. Milliseconds. */
const PAUSE = 400;

const made = (name, given = {}, ...children) => {
  const element = Object.assign(document.createElement(name), given);
  element.append(...children);
  return element;
};

function controlOf(kind, { name, type }) {
  if (kind === "parts" || kind === "events" || SWITCHED[name] || type?.text === "boolean")
    return made("input", { type: "checkbox" });
  if (type?.text === "<color>") return made("input", { type: "color" });
  if (type?.text.includes(" | "))
    return made("select", {}, ...["", ...type.text.split(" | ")].map((each) => new Option(each)));
  const placeholder = name === "messages" ? '{ "pick_title": "Yours" }' : "";
  return made("input", { placeholder, autocomplete: "off", spellcheck: false });
}

/** @returns what a control sets; undefined where it was not turned */
function settingOf(control, name) {
  if (control.type === "checkbox") return control.checked ? (SWITCHED[name] ?? "") : undefined;
  // A field of a colour always has one.
  if (control.type === "color" && !control.dataset.turned) return undefined;
  return control.value || undefined;
}

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** @param set of a group: what is set there, by name @returns the page's HTML */
function codeOf(set) {
  const attributes = set("attributes");
  const properties = set("properties");
  if (!attributes.has("session-url") && !properties.has("getSession"))
    attributes.set("session", "SESSION_TOKEN");
  const custom = [...set("customProperties")].map(([name, value]) => `    ${name}: ${value};`);
  const rules = [
    ...(custom.length > 0 ? ["  reward-redemption {", ...custom, "  }"] : []),
    ...[...set("parts").keys()].map((name) => `  ::part(${name}) { outline: 3px dashed #d6336c }`),
  ];
  const script = [
    ...[...properties].map(([name, value]) => `  element.${name} = ${value};`),
    ...[...set("events").keys()].map(
      (name) => `  element.addEventListener("${name}", ({ detail }) => console.log(detail));`,
    ),
  ];
  const written = [...attributes].map(([name, value]) =>
    value ? ` ${name}="${quoted(value)}"` : ` ${name}`,
  );
  return [
    ...(rules.length > 0 ? ["<style>", ...rules, "</style>"] : []),
    `<reward-redemption${written.join("")}></reward-redemption>`,
    ...(script.length > 0
      ? [
          '<script type="module">',
          '  const element = document.querySelector("reward-redemption");',
          ...script,
          "</script>",
        ]
      : []),
  ].join("\n");
}

/**
 * @param {Record<string, readonly Described[]>} description of the element
 * @param {(code: string) => void} show is given the example when a knob was turned
 * @returns the panel of knobs
 */
export function knobsOf(description, show) {
  const groups = Object.keys(GROUPS).map((kind) => ({
    kind,
    // The token is the example's own.
    knobs: description[kind]
      .filter(({ name }) => name !== "session")
      .map((knob) => ({ ...knob, control: controlOf(kind, knob) })),
  }));
  const set = (wanted) => {
    const { knobs = [] } = groups.find(({ kind }) => kind === wanted) ?? {};
    const values = knobs.map(({ name, control }) => [name, settingOf(control, name)]);
    return new Map(values.filter(([, value]) => value !== undefined));
  };
  const rowOf = (kind, { name, description: about, control }) => {
    control.id = `knob-${kind}-${name}`;
    control.setAttribute("aria-describedby", `${control.id}-about`);
    return made(
      "p",
      {},
      made("label", { htmlFor: control.id }, made("code", { textContent: name })),
      control,
      made("small", { id: `${control.id}-about`, textContent: about.replaceAll("`", "") }),
    );
  };
  const panel = made(
    "form",
    { className: "knobs" },
    ...groups.map(({ kind, knobs }) =>
      made(
        "details",
        { open: kind === "attributes" },
        made("summary", { textContent: `${GROUPS[kind]} (${knobs.length})` }),
        ...knobs.map((knob) => rowOf(kind, knob)),
      ),
    ),
  );
  let pause;
  panel.addEventListener("input", ({ target }) => {
    target.dataset.turned = "yes";
    clearTimeout(pause);
    pause = setTimeout(() => show(codeOf(set)), PAUSE);
  });
  panel.addEventListener("reset", () => {
    for (const control of panel.elements) delete control.dataset.turned;
  });
  return panel;
}
