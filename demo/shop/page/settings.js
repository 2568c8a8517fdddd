/** What the demo controls are set to, kept in the address so that a display can be linked to. Never an order or a session. */

/** Each control with its values, the first being the default; shapes are known only once they are fetched. */
const VALUES = {
  theme: ["auto", "light", "dark"],
  language: ["auto", "en", "fr", "de", "es", "ja", "ar"],
  width: ["full", "720", "480", "360", "320"],
};

/**
 * @param {readonly string[]} shapes
 * @returns {{ shape: string, theme: string, language: string, width: string }}
 */
export function readSettings(shapes) {
  const given = new URLSearchParams(location.search);
  const settings = {};
  for (const [name, values] of Object.entries({ shape: shapes, ...VALUES })) {
    const value = given.get(name);
    settings[name] = values.includes(value) ? value : values[0];
  }
  return settings;
}

/** Replaces the address without a new history entry: going back leaves the shop, as a visitor expects. */
export function writeSettings(settings, shapes) {
  const given = new URLSearchParams();
  for (const [name, values] of Object.entries({ shape: shapes, ...VALUES })) {
    if (settings[name] !== values[0]) given.set(name, settings[name]);
  }
  const query = given.size > 0 ? `?${given}` : "";
  history.replaceState(null, "", location.pathname + query + location.hash);
}
