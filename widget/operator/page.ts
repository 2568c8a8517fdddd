/** Registers the operator's page. Source: docs/operate/index.md, "The page". */
import { RewardOperator } from "./reward-operator.ts";

customElements.define("reward-operator", RewardOperator);
// The element fills the window.
document.body.style.margin = "0";
