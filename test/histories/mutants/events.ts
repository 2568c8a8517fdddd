/** Mistakes in telling a site's systems what happened (docs/proof/rules.md): I11, I18 and I23. */
import { type Mutant, SOON, WITHIN } from "./mutant.ts";
import { atLedger, events, serviceChanges } from "./seams.ts";

export const EVENT_MUTANTS: readonly Mutant[] = [
  {
    name: "event-not-stored",
    says: "a change is stored without its events",
    invariants: ["I18"],
    within: SOON,
    plants: [atLedger((ledger) => ({ replaceOrder: (order, lease) => ledger.replaceOrder(order, lease) }))],
  },
  {
    name: "failed-delivery-counts",
    says: "a webhook that failed counts as delivered",
    invariants: ["I18"],
    within: SOON,
    plants: [
      atLedger((ledger) => ({
        noteTry: (id, holder, { tries }) =>
          ledger.noteTry(id, holder, { tries, wait: null, isDelivered: true }),
      })),
    ],
  },
  {
    name: "sequence-begins-again",
    says: "after a lost ledger the events of an order are numbered from 1 again",
    invariants: ["I18"],
    within: SOON,
    plants: [events.eventsOf((tell) => (row, newId) => tell({ ...row, recovered_at: null }, newId))],
  },
  {
    name: "told-again",
    says: "each change tells the order's state again",
    invariants: ["I18"],
    within: SOON,
    plants: [
      events.eventsOf((tell) => (row, newId) => {
        const told = tell(row, newId);
        return { ...told, order: { ...told.order, told: row.order.told } };
      }),
    ],
  },
  {
    name: "changes-not-read",
    says: "what happens at the service alone is not looked for",
    invariants: ["I23"],
    within: WITHIN,
    plants: [serviceChanges.findServiceChanges(() => async () => {})],
  },
  {
    name: "email-told",
    says: "an event holds the user's e-mail address",
    invariants: ["I11"],
    within: SOON,
    plants: [
      events.eventsOf((tell) => (row, newId) => {
        const told = tell(row, newId);
        const { email } = row.order.pins;
        return { ...told, events: told.events.map((each) => ({ ...each, body: `${each.body}${email}` })) };
      }),
    ],
  },
];
