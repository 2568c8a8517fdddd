/** An example in a document that runs in the page: ```` ```html live ````. */

/** For attributes and text. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Lines of the field in which an example is changed. */
const ROWS = { least: 3, most: 24 } as const;

/**
 * The HTML of an example: the code, which can be changed, and the frame in which it runs. `live.js` brings it to life; without it the
 * code can be read.
 * @param info the fence's: `html live`, and wishes behind it, see client/run/options.js
 */
export function liveFence(code: string, info: string): string {
  const rows = Math.min(ROWS.most, Math.max(ROWS.least, code.trimEnd().split("\n").length));
  return `<figure class="live" data-options="${escaped(info.replace(/^\w+ live\b/, "").trim())}">
<textarea rows="${rows}" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label="The example: change it, and run it">${escaped(code.trimEnd())}</textarea>
<div class="live-bar">
<button type="button" data-act="run" disabled>Run</button>
<button type="button" data-act="reset" disabled>Reset</button>
<span class="live-note" role="status"></span>
</div>
<div class="live-frame"></div>
<details class="live-log"><summary>What happens</summary><ol></ol></details>
</figure>
`;
}
