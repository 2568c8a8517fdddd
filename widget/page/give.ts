/** Opens the card for somebody else (give.ts), and gives it what it needs of this element. */
import { chunk } from "../chunk.ts";
import type { Present } from "../give.ts";
import type { View } from "../views/view.ts";
import { directionOf } from "../words/locale.ts";
import { showModal } from "./platform.ts";
import { save } from "./save.ts";
import { share } from "./share.ts";
import { mark } from "./unrecorded.ts";

export async function openGive({ t, locale, clock }: View, press: Event, present: Present): Promise<void> {
  const button = press.currentTarget as HTMLElement;
  const frame = (button.getRootNode() as ShadowRoot).querySelector<HTMLElement>(".frame");
  if (!frame) return;
  const words = {
    title: t("give"),
    once: t("give_once"),
    label: t("give_words"),
    share: t("share"),
    save: t("give_save"),
    close: t("close"),
  };
  const { give } = await chunk("give", () => import("../give.ts"));
  await give(present, {
    frame,
    words,
    direction: directionOf(locale),
    show: showModal,
    mark,
    share,
    save: (name, content) => save(name, content, clock),
  });
}
