/**
 * A confirmation that arrives in the last moments of a hold could reach the service after its end, so it is not sent:
 * for a person a hold ends this much earlier than for the service. Seconds. Source: docs/proof/rules.md, rule 7.
 */
export const CONFIRM_MARGIN_SECONDS = 60;
