/** Facts as a list of names and values. */
import { html, type TemplateResult } from "lit";

type Fact = readonly [name: string, value: string | undefined];

/** @param facts those without a value are left out */
export const factsOf = (facts: readonly Fact[]): TemplateResult => html`<dl class="facts">
  ${facts
    .filter(([, value]) => value)
    .map(
      ([name, value]) => html`<dt>${name}</dt>
        <dd>${value}</dd>`,
    )}
</dl>`;

interface AtService {
  readonly upstream_order_id?: string | undefined;
  readonly reference?: string | undefined;
  readonly seen?: string | undefined;
  readonly debited?: boolean | undefined;
  readonly had_code?: boolean | undefined;
}

/** What the service's support asks for, by the names of the runbook. */
export const atService = ({ upstream_order_id, reference, seen, debited, had_code }: AtService): Fact[] => [
  ["Order id at the service", upstream_order_id],
  ["Reference", reference],
  ["State seen there", seen],
  ["Debited", debited === undefined ? undefined : debited ? "yes" : "no"],
  ["A code was seen", had_code === undefined ? undefined : had_code ? "yes" : "no"],
];
