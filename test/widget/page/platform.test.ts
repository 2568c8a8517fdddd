/** What the environments of a page's unit tests lack. The real ones are in test/frameworks/unit-tests.ts. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { mount } from "../support/mount.ts";

const PARTS: [owner: object, ...names: string[]][] = [
  [HTMLElement.prototype, "attachInternals"],
  [Element.prototype, "scrollIntoView"],
  [HTMLDialogElement.prototype, "showModal", "close"],
  [globalThis, "CSS", "matchMedia", "ResizeObserver", "IntersectionObserver", "IntersectionObserverEntry"],
];

for (const [owner, ...names] of [...PARTS, [globalThis] as (typeof PARTS)[number]]) {
  it(`without ${names.join(", ") || "any of them"} a user still gets to the codes`, async () => {
    const gone = names.length > 0 ? [[owner, ...names] as (typeof PARTS)[number]] : PARTS;
    const kept = gone.flatMap(([from, ...those]) =>
      those.map((name) => ({ from, name, had: Object.getOwnPropertyDescriptor(from, name) })),
    );
    for (const { from, name } of kept)
      Object.defineProperty(from, name, { value: undefined, configurable: true, writable: true });
    try {
      const stage = await mount();
      await stage.redeem();
      await until(() => stage.find("code-value"), "a code");
      expect(stage.eventNames).to.include("reward-redeem").and.not.include("reward-error");
    } finally {
      for (const { from, name, had } of kept) if (had) Object.defineProperty(from, name, had);
    }
  });
}
