/**
 * As much of the W3C WebDriver protocol as the tests need, over plain HTTP: open an address, run a script, press keys.
 * It knows the wire and nothing about which browser is at its other end.
 */

/** Keys that are no characters. Source: WebDriver, 17.4.2, "normalised key value". */
const KEYS: Readonly<Record<string, string>> = {
  Tab: "\uE004",
  Enter: "\uE006",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  Space: " ",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};
/** As much of a driver's message as says what is wrong; behind it come stack traces. */
const MESSAGE_LENGTH = 300;

export interface WebDriver {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** The body of a function; its arguments are `arguments`. */
  run(script: string, ...args: unknown[]): Promise<unknown>;
  /** An expression that is a promise, and what becomes of that; its arguments are `arguments`. */
  runAsync(expression: string, ...args: unknown[]): Promise<unknown>;
  /** One key, or several held at once: `Tab`, `Shift+Tab`. */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives the page, not the window, this size. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

async function call(method: "GET" | "POST" | "DELETE", address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, body: body && JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(address).pathname}: ${error}: ${message.slice(0, MESSAGE_LENGTH)}`);
}

/** Opens a session, and with it a window. */
export async function openWebDriver(driver: string, capabilities: object): Promise<WebDriver> {
  const { sessionId } = (await call("POST", `${driver}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  const post = (path: string, body: object) => call("POST", `${session}/${path}`, body);

  const chord = async (keys: readonly string[]) => {
    const actions = [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ];
    await post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  const run = (script: string, ...args: unknown[]) => post("execute/sync", { script, args });

  return {
    run,
    runAsync: (expression, ...args) =>
      // A driver's own promises are not to be had everywhere: the answer is handed over.
      post("execute/async", {
        script: `const done = arguments[arguments.length - 1];
          (async function () { return ${expression}; }).apply(null, arguments)
            .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args,
      }).then((answer) => {
        const { value, error } = answer as { value?: unknown; error?: string };
        if (error !== undefined) throw new Error(error);
        return value;
      }),
    async goto(url) {
      await post("url", { url });
    },
    async url() {
      return String(await call("GET", `${session}/url`));
    },
    press: (keys) => chord(keys.split("+").map((key) => KEYS[key] ?? key)),
    async type(text) {
      for (const character of text) await chord([character]);
    },
    async resize(width, height) {
      const [x, y] = (await run("return [outerWidth - innerWidth, outerHeight - innerHeight]")) as [
        number,
        number,
      ];
      await post("window/rect", { width: width + x, height: height + y });
    },
    async close() {
      await call("DELETE", session);
    },
  };
}
