/**
 * What wallet.ts and phone.ts share with the other screens, and are given. If they imported this themselves, the bundler would cut a
 * file of its own out of the first one, which every page waits for.
 */
export { css, html, nothing } from "lit";
export { findRewards } from "../catalog/search.ts";
export { walletOf } from "../page/phone-wallets.ts";
export { save } from "../page/save.ts";
export { formatDate, formatMoney } from "../words/format.ts";
export { formatNumber } from "../words/locale.ts";
export { alertView } from "./alert.ts";
export { failureText } from "./failure-text.ts";
export { helpView } from "./help.ts";
export { PHONE, signedView } from "./icons.ts";
export { nameView } from "./name.ts";
export { titled } from "./pass.ts";
export { pictureView } from "./picture.ts";
