/** The order of the pages, the names of their sections, and where a page is named shorter than its title. */

export interface Section {
  readonly name: string;
  /** Paths from the project's root; a pattern stands for all that no other one names. */
  readonly pages: readonly string[];
}

export const SECTIONS: readonly Section[] = [
  {
    name: "Start",
    pages: [
      "docs/README.md",
      "docs/start/index.md",
      "docs/start/package.md",
      "widget/README.md",
      "docs/start/testing.md",
      "docs/start/backend.md",
      "demo/backends/README.md",
      "docs/builders.md",
    ],
  },
  {
    name: "Your framework",
    pages: [
      "docs/start/plain.md",
      "docs/start/react.md",
      "docs/start/next.md",
      "docs/start/vue.md",
      "docs/start/nuxt.md",
      "docs/start/svelte.md",
      "docs/start/angular.md",
      "docs/start/astro.md",
      "docs/start/*.md",
    ],
  },
  {
    name: "The element",
    pages: [
      "docs/element/index.md",
      "docs/element/states.md",
      "docs/element/knobs.md",
      "docs/element/style.md",
      "docs/element/events.md",
      "docs/element/sessions.md",
      "docs/element/pages.md",
      "docs/element/*.md",
      "docs/accessibility.md",
      "docs/privacy.md",
    ],
  },
  { name: "Points", pages: ["docs/points/index.md", "docs/points/authorize.md", "docs/points/*.md"] },
  {
    name: "The server",
    pages: [
      "docs/server/index.md",
      "docs/server/settings.md",
      "docs/server/routes.md",
      "docs/server/browser-routes.md",
      "docs/server/problems.md",
      "docs/webhooks.md",
      "docs/server/client.md",
      "docs/server/redemptions.md",
      "docs/server/refunds.md",
      "docs/server/*.md",
    ],
  },
  {
    name: "Operation",
    pages: [
      "docs/operate/index.md",
      "docs/operate/reasons.md",
      "docs/operate/outages.md",
      "docs/operate/*.md",
      "docs/upgrades.md",
    ],
  },
  { name: "Sell it", pages: ["docs/sell/*.md"] },
  {
    name: "The proof",
    pages: [
      "docs/proof/index.md",
      "docs/proof/course.md",
      "docs/proof/outcomes.md",
      "docs/proof/rules.md",
      "docs/proof/*.md",
    ],
  },
  {
    name: "The project",
    pages: ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/contribute/*.md", "docs/*.md"],
  },
];

/** Where the title is too long for a list. */
export const SHORT_NAMES: Readonly<Record<string, string>> = {
  "docs/README.md": "By who you are",
  "widget/README.md": "Imports and tools",
  "demo/backends/README.md": "Backends, seven languages",
  "docs/start/plain.md": "Plain pages",
  "docs/start/react.md": "React",
  "docs/start/vue.md": "Vue",
  "docs/start/svelte.md": "Svelte",
  "docs/start/backend.md": "Your server",
  "docs/start/wordpress.md": "WordPress",
  "docs/start/hybrid.md": "Hybrid apps",
  "docs/element/index.md": "Overview",
  "docs/element/pages.md": "Strict pages, frames",
  "docs/element/versions.md": "Pin a version",
  "docs/points/authorize.md": "Before a confirmation",
  "docs/points/grants.md": "Grants",
  "docs/webhooks.md": "Webhooks",
  "docs/server/index.md": "Overview",
  "docs/server/client.md": "Your backend",
  "docs/proof/index.md": "Overview",
  "docs/proof/course.md": "The course of an order",
  "docs/proof/assumptions.md": "What we assume",
  "docs/proof/interface.md": "The interface",
};
