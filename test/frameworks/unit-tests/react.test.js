/* global document, expect, it */
/** What stands on the element that the component for React draws. Runs with React 18 and 19: test/frameworks/unit-tests.ts. */
import { createElement, version } from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { RewardRedemption } from "reward-redemption/react";

globalThis.IS_REACT_ACT_ENVIRONMENT = false;
const drawn = () => new Promise((done) => setTimeout(done, 50));

const ROWS = [
  [{ hidden: false }, "hidden", null],
  [{ hidden: true }, "hidden", ""],
  [{ inert: false }, "inert", null],
  [{ inert: true }, "inert", ""],
  [{ history: false }, "history", null],
  [{ history: true }, "history", ""],
  [{ draggable: false }, "draggable", "false"],
  [{ spellCheck: false }, "spellcheck", "false"],
  [{ "aria-busy": false }, "aria-busy", "false"],
  [{ "data-own": false }, "data-own", "false"],
  [{ className: "mine" }, "class", "mine"],
  [{ class: "mine" }, "class", "mine"],
  [{ id: "reward" }, "id", "reward"],
  [{ style: { minHeight: 7 } }, "style", /^min-height: ?7px;?$/],
];
const expectSame = (value, wanted) =>
  wanted instanceof RegExp ? expect(value).toMatch(wanted) : expect(value).toBe(wanted);

for (const [props, name, wanted] of ROWS) {
  it(`React ${version}: ${JSON.stringify(props)} is ${name}=${wanted}`, async () => {
    const place = document.createElement("main");
    place.innerHTML = renderToString(createElement(RewardRedemption, props));
    expectSame(place.firstElementChild.getAttribute(name), wanted);
    const root = createRoot(place);
    root.render(createElement(RewardRedemption, {}));
    await drawn();
    root.render(createElement(RewardRedemption, props));
    await drawn();
    expectSame(place.firstElementChild.getAttribute(name), wanted);
    root.render(createElement(RewardRedemption, {}));
    await drawn();
    expect(place.firstElementChild.getAttribute(name) || null).toBe(null);
    root.unmount();
  });
}
