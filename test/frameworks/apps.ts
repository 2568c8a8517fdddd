/** The frameworks: how each one's own starter makes an app, where its files of `demo/embed/` go, and how the app is run. */

/** Commands are those of a shell in the app's folder; `$PORT` is where the app has to answer. */
export interface App {
  readonly name: string;
  /** The folder in `demo/embed/`; a file whose place is not its path there is named. */
  readonly embed: string;
  readonly places?: Readonly<Record<string, string>>;
  /** Makes the folder `app`. */
  readonly starter: string;
  /** Files of the surroundings that the starter makes otherwise, with the reason beside them. */
  readonly files?: Readonly<Record<string, string>>;
  readonly check: string;
  readonly build: string;
  readonly development: string;
  readonly production: string;
  /** Whether the element is in the page that the server sends. */
  readonly isRendered?: true;
  /** The framework's own Trusted Types policies. */
  readonly policies?: string;
  /** What the framework's tools for development need beyond the strict policy. */
  readonly inDevelopment?: { readonly script?: string; readonly trustedTypes?: false };
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

export const APPS: readonly App[] = [
  {
    ...vite,
    name: "vanilla",
    embed: "plain",
    places: { "main.ts": "src/main.ts" },
    starter: viteStarter(9, "vanilla-ts"),
    check: "npx tsc",
  },
  {
    ...vite,
    name: "react-19",
    embed: "react",
    places: { "App.tsx": "src/App.tsx" },
    starter: viteStarter(9, "react-ts"),
    check: "npx tsc -b",
  },
];
