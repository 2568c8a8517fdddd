import { expect, it } from "vitest";
import { walletOf } from "../../../widget/page/phone-wallets.ts";
import { enPhone } from "../../../widget/texts/en-phone.ts";
import { LANGUAGES, TAGS } from "../../../widget/texts/languages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PIXEL = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Safari on a phone", `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "apple"],
  ["Safari on a Mac, and on a tablet that says it were one", `${MAC} Version/18.5 Safari/605.1.15`, "apple"],
  ["Chrome on a phone of Apple", `${IPHONE} CriOS/138.0 Mobile/15E148 Safari/604.1`, undefined],
  ["Firefox on a phone of Apple", `${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, undefined],
  ["Edge on a phone of Apple", `${IPHONE} Version/18.0 EdgiOS/138.0 Mobile/15E148 Safari/604.1`, undefined],
  [
    "DuckDuckGo on a phone of Apple",
    `${IPHONE} Version/18.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
    undefined,
  ],
  ["an app's page on a phone of Apple", `${IPHONE} Mobile/15E148`, undefined],
  [
    "an app's page that names itself",
    `${IPHONE} Mobile/15E148 Instagram 387.0.0.24.86 (iPhone14,2)`,
    undefined,
  ],
  [
    "Chrome on a Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36`,
    undefined,
  ],
  [
    "Firefox on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    undefined,
  ],
  ["Chrome on Android", `${PIXEL} Chrome/138.0.0.0 Mobile Safari/537.36`, "google"],
  ["Firefox on Android", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "google"],
  ["Samsung's browser", `${PIXEL} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "google"],
  [
    "an app's page on Android",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36",
    undefined,
  ],
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
    undefined,
  ],
  [
    "WebKit on Linux",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
    undefined,
  ],
  [
    "a unit test's page",
    "Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0",
    undefined,
  ],
])("%s", (_, userAgent, wallet) => expect(walletOf({ userAgent })).toBe(wallet));

it.each(TAGS)("%s has the words of both buttons, in the order of the English ones", async (tag) => {
  const words = (await LANGUAGES[tag]?.())?.language.phone;
  expect(Object.keys(words ?? {})).toEqual(Object.keys(enPhone));
  expect(words?.add_apple).toMatch(/Apple/);
  expect(words?.add_google).toMatch(/Google/);
});
