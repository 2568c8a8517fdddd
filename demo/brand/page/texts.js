/** "Your brand" in German, by its English texts. What the widget's build describes stays as developers read it elsewhere. */
import { translator } from "../german.js";

const GERMAN = {};

export const t = translator(GERMAN);
