/**
 * The values of the demo controls, kept in the address so that a display can be linked to. Never an order or a session.
 */

/** No language was chosen: see `askedFor` in words.js. */
export const AUTOMATIC = "auto";

/** The controls whose values the page knows itself; the first value is the default. */
const VALUES = {
  theme: ["auto", "light", "dark"],
  width: ["full", "720", "480", "360", "320"],
};

const labelOf = (value) =>
  /^\d/.test(value) ? `${value} px` : value.charAt(0).toUpperCase() + value.slice(1);

/** @param {keyof typeof VALUES} name */
export const optionsOf = (name) => VALUES[name].map((value) => new Option(labelOf(value), value));

/** All controls in the order of the address. */
const valuesOf = ({ shapes, languages }) => ({
  shape: shapes,
  theme: VALUES.theme,
  language: [AUTOMATIC, ...languages],
  width: VALUES.width,
});

/**
 * @param {{ shapes: readonly string[], languages: readonly string[] }} offered values that are known only once they are
 * fetched
 * @returns {{ shape: string, theme: string, language: string, width: string }}
 */
export function readSettings(offered) {
  const given = new URLSearchParams(location.search);
  const settings = {};
  for (const [name, values] of Object.entries(valuesOf(offered))) {
    const value = given.get(name);
    settings[name] = values.includes(value) ? value : values[0];
  }
  return settings;
}

/** Replaces the address without a new history entry, so that Back leaves the shop, as a visitor expects. */
export function writeSettings(settings, offered) {
  // What else is there is not the shop's.
  const given = new URLSearchParams(location.search);
  for (const [name, values] of Object.entries(valuesOf(offered))) {
    given.delete(name);
    if (settings[name] !== values[0]) given.set(name, settings[name]);
  }
  const query = given.size > 0 ? `?${given}` : "";
  history.replaceState(null, "", location.pathname + query + location.hash);
}
