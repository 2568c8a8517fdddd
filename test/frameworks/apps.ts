/** The frameworks: how each one's own starter makes an app, where its files of `demo/embed/` go, and how the app is run. */

/** Commands are those of a shell in the app's folder; `$PORT` is where the app has to answer. */
export interface App {
  readonly name: string;
  /** Files of `demo/embed/`, and their places in the app. */
  readonly copies: Readonly<Record<string, string>>;
  /** Where the app's own server verifies: what nobody signed is 400 there. It has `reward-session`, too. Without one the Node backend answers. */
  readonly verifies?: string;
  /** Makes the folder `app`. */
  readonly starter: string;
  /** Files of the surroundings that the starter makes otherwise, with the reason beside them. */
  readonly files?: Readonly<Record<string, string>>;
  /** The check of types; none for plain scripts. */
  readonly check?: string;
  readonly build: string;
  readonly development: string;
  readonly production: string;
  /** Whether the element is in the page that the server sends. */
  readonly isRendered?: true;
  /** Whether the page has a link "Away", after which Back shows a copy of the page that the library kept. */
  readonly keepsPages?: true;
  /** The framework's own Trusted Types policies. */
  readonly policies?: string;
  /** What the framework's own markup needs beyond the strict policy. */
  readonly styles?: string;
  /** When the framework's own code is not made for Trusted Types: never but in production, or never. */
  readonly withoutTrustedTypes?: "in development" | "always";
  /** What the framework's tools for development need in `script-src` beyond the strict policy. */
  readonly inDevelopment?: string;
  /** What the framework itself prints, with or without the element. */
  readonly known?: RegExp;
}

const vite = {
  build: "npx vite build",
  development: "npx vite --port $PORT --strictPort",
  production: "npx vite preview --port $PORT --strictPort",
} as const;
const viteStarter = (major: number, template: string): string =>
  `npm create vite@${major} app -- --template ${template} --no-interactive`;

/** A site's server, in apps that have none of their own: it is compiled, bundled and run beside them. */
export const SITE = "src/site.ts";

const next = (bundler: string): Omit<App, "name"> => ({
  copies: {
    "next/page.tsx": "app/page.tsx",
    "next/rewards.tsx": "app/rewards/page.tsx",
    "next/authorize.ts": "app/rewards/authorize/route.ts",
    "next/books.ts": "app/rewards/authorize/books.ts",
    "next/session.ts": "app/reward-session/route.ts",
    "backend/site.ts": "app/site.ts",
  },
  verifies: "/rewards/authorize",
  starter:
    "npx create-next-app@16 app --ts --no-eslint --no-tailwind --app --no-src-dir --use-npm --yes --disable-git",
  // The starter's own layout fetches fonts of another website while it is built.
  files: {
    "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  },
  check: "npx next typegen && npx tsc --noEmit",
  build: `npx next build ${bundler}`,
  development: `npx next dev ${bundler} --port $PORT`,
  production: "npx next start --port $PORT",
  isRendered: true,
  inDevelopment: "'unsafe-eval'",
});

const REWARD = '<reward-redemption server="https://rewards.example"></reward-redemption>';
/** A library that puts parts of pages into pages, which none of them does by Trusted Types or without a style of its own. */
const library = (name: string, body: string): Omit<App, "name" | "copies"> => ({
  ...vite,
  starter: `${viteStarter(9, "vanilla-ts")} && cd app && npm install ${name}`,
  files: {
    "index.html": `<!doctype html><html lang="en"><head><title>A page</title><script type="module" src="/src/main.ts"></script></head>
      <body>${body}<p role="status"></p></body></html>`,
    "src/main.ts": `import "${name.replace(/@\d+$/, "")}"; import "reward-redemption/define"; import "./reward.js";
      document.addEventListener("reward-redeem", ({ detail }) => {
        document.querySelector("p[role=status]")!.textContent = \`Thank you for choosing \${detail.sku}.\`;
      });`,
    "public/part.html": REWARD,
    "public/away.html": "<!doctype html><title>Another page</title><p>Elsewhere</p>",
  },
  keepsPages: true,
  withoutTrustedTypes: "always",
  styles: "style-src-elem 'self' 'unsafe-inline'",
});

export const APPS: readonly App[] = [
  {
    ...vite,
    name: "vanilla",
    // That of hybrid apps is checked for its types alone.
    copies: { "plain/main.ts": "src/main.ts", "hybrid/main.ts": "src/hybrid.ts", "backend/site.ts": SITE },
    starter: viteStarter(9, "vanilla-ts"),
    check: "npx tsc",
  },
  {
    ...vite,
    name: "react-19",
    copies: { "react/App.tsx": "src/App.tsx", "backend/site.ts": SITE },
    starter: viteStarter(9, "react-ts"),
    check: "npx tsc -b",
  },
  // The loader of Turbopack's chunks sets the addresses of scripts as plain text; that of webpack's has a policy.
  { ...next(""), name: "next", withoutTrustedTypes: "always" },
  {
    ...next("--webpack"),
    name: "next-webpack",
    policies: "nextjs nextjs#bundler",
    withoutTrustedTypes: "in development",
  },
  {
    ...vite,
    name: "vue",
    copies: { "vue/App.vue": "src/App.vue", "vue/vite.config.ts": "vite.config.ts", "backend/site.ts": SITE },
    starter: viteStarter(9, "vue-ts"),
    check: "npx vue-tsc -b",
    policies: "vue",
  },
  {
    name: "nuxt",
    copies: {
      "vue/App.vue": "app/app.vue",
      "nuxt/nuxt.config.ts": "nuxt.config.ts",
      "nuxt/reward-session.post.ts": "server/routes/reward-session.post.ts",
      "nuxt/webhooks.post.ts": "server/routes/webhooks.post.ts",
      "backend/site.ts": "server/site.ts",
    },
    verifies: "/webhooks",
    // Nuxt's own starter fetches its template from GitHub: these are the files of its minimal one.
    starter:
      "mkdir app && cd app && npm init --yes && npm install nuxt@4 vue@3 vue-tsc@3 typescript@6 @types/node",
    files: {
      "tsconfig.json": JSON.stringify({
        files: [],
        references: ["app", "server", "shared", "node"].map((each) => ({
          path: `./.nuxt/tsconfig.${each}.json`,
        })),
      }),
    },
    check: "npx nuxt prepare && npx vue-tsc -b --noEmit",
    // Of its own settings for Vite.
    known: /css\.devSourcemap/,
    build: "npx nuxt build",
    development: "npx nuxt dev --port $PORT",
    production: "node .output/server/index.mjs",
    isRendered: true,
    policies: "vue",
  },
  {
    name: "svelte",
    copies: {
      "svelte/+page.svelte": "src/routes/+page.svelte",
      "svelte/session.ts": "src/routes/reward-session/+server.ts",
      "svelte/webhooks.ts": "src/routes/webhooks/+server.ts",
      "backend/site.ts": "src/lib/server/site.ts",
    },
    verifies: "/webhooks",
    starter:
      "npx sv@0 create app --template minimal --types ts --add sveltekit-adapter=adapter:node --install npm",
    check: "npm run check",
    build: "npx vite build",
    development: "npx vite dev --port $PORT --strictPort",
    production: "node build",
    isRendered: true,
    policies: "svelte-trusted-html",
    // Its frame of a page, and what tells screen readers of a new page, have an attribute `style` each.
    styles: "style-src-attr 'unsafe-inline'",
  },
  {
    name: "astro",
    copies: { "astro/index.astro": "src/pages/index.astro", "backend/site.ts": SITE },
    // Astro's own starter fetches its template from GitHub: these are the files of its minimal one.
    starter: "mkdir app && cd app && npm init --yes && npm install astro@7 @astrojs/check typescript@6",
    files: {
      "tsconfig.json": '{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"] }',
    },
    check: "npx astro check",
    build: "npx astro build",
    development: "npx astro dev --port $PORT",
    production: "npx astro preview --port $PORT",
    isRendered: true,
    // Its toolbar draws its icons from plain text.
    withoutTrustedTypes: "in development",
  },
  {
    name: "angular",
    copies: { "angular/app.ts": "src/app/app.ts", "backend/site.ts": SITE },
    starter: "npx @angular/cli@22 new app --defaults --skip-git --ssr=false --style=css",
    check: "npx ngc -p tsconfig.app.json --noEmit",
    build: "npx ng build",
    development: "npx ng serve --port $PORT",
    production: "npx vite preview --outDir dist/app/browser --port $PORT --strictPort",
    policies: "angular angular#bundler",
  },
  {
    ...vite,
    name: "react-18",
    copies: { "react/App.tsx": "src/App.tsx", "backend/site.ts": SITE },
    starter: viteStarter(5, "react-ts"),
    check: "npx tsc -b",
  },
  {
    ...library("@hotwired/turbo@8", `${REWARD}<a href="/away.html">Away</a>`),
    name: "turbo",
    copies: { "turbo/reward.js": "src/reward.js" },
  },
  {
    ...library(
      "htmx.org@2",
      `<main hx-get="/part.html" hx-trigger="load"></main>
       <a href="/away.html" hx-get="/away.html" hx-target="main" hx-push-url="true">Away</a>`,
    ),
    name: "htmx",
    copies: { "htmx/reward.js": "src/reward.js" },
  },
];
