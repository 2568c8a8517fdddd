/**
 * What wallet.ts shares with the other screens, and is given. If it imported this itself, the bundler would cut a file of its own out of
 * the first one, which every page waits for.
 */
export { css, html, nothing } from "lit";
export { findRewards } from "../catalog/search.ts";
export { formatDate, formatMoney } from "../words/format.ts";
export { formatNumber } from "../words/locale.ts";
export { alertView } from "./alert.ts";
export { helpView } from "./help.ts";
export { nameView } from "./name.ts";
export { titled } from "./pass.ts";
export { pictureView } from "./picture.ts";
