/** How a history ends: the faults are over, everybody is started again, much time passes, and each user comes back once. */
import type { Course } from "./course.ts";
import { LATEST_EFFECT } from "./faults.ts";
import { type Fleet, LISTS_LAG } from "./fleet.ts";
import type { People, Tab } from "./people.ts";
import type { Plan } from "./plan.ts";
import type { Party } from "./scheduler.ts";
import { START } from "./service.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import type { Weather } from "./weather.ts";

/** After this the budget of changing calls has refilled. */
const BUDGET = 10 * MINUTE;
/** I7's own number. */
const SOON = MINUTE;
/** Holds that nobody confirmed have run out, and every wait has ended. */
const REST = 45 * MINUTE;

export interface EndingParts {
  readonly course: Course;
  readonly fleet: Fleet;
  readonly people: People;
  readonly weather: Weather;
  /** Whose waits are calls and answers on their way. */
  readonly network: Party;
}

/** Plays it, and asks the judge at each of its moments. */
export async function playEnding(stage: Stage, parts: EndingParts): Promise<void> {
  const { scheduler, evidence, judge, say } = stage;
  const { course, fleet, weather, network } = parts;
  course.isCalm = true;
  say(() => "the faults end");
  weather.clear();
  fleet.mendLedger();
  fleet.wake();
  fleet.downUntil = Math.min(fleet.downUntil, scheduler.now + LISTS_LAG);
  const { control } = evidence;
  const hidden = control.calls
    .filter(({ fault, effect }) => fault === "codes_late" && effect)
    .map(({ at }) => at - START + LATEST_EFFECT);
  const onTheWay = scheduler.waiting.filter(({ party }) => party === network).map(({ at }) => at);
  const late = control.calls
    .filter(({ fault, effect }) => fault === "late" && effect === undefined)
    .map(({ at }) => at - START + LATEST_EFFECT);
  const calm = Math.max(scheduler.now, fleet.downUntil, ...onTheWay, ...late, ...hidden);
  await course.until(calm + SOON);
  await inspect(stage, parts);
  judge.soonAfter(calm);
  await course.settle();
  await course.until(calm + SOON + BUDGET);
  await inspect(stage, parts);
  judge.afterBudget();
  await course.settle();
  await course.until(calm + REST);
  const rested = scheduler.now;
  await lastVisits(stage, parts);
  await inspect(stage, parts);
  judge.ended(rested);
  await course.settle();
}

/** What sites and operators are answered now: invariants go by it and not by the rows. */
async function inspect({ scheduler }: Stage, { course, people }: EndingParts): Promise<void> {
  people.viewAsSites();
  await course.until(scheduler.now + 15 * SECOND);
  people.listAsOperator();
  await course.until(scheduler.now + SECOND);
}

/** Everybody comes back once and gets what is theirs. */
async function lastVisits({ scheduler }: Stage, { course, people }: EndingParts): Promise<void> {
  const first = new Map<Plan, Tab>();
  for (const tab of people.tabs) if (!first.has(tab.plan)) first.set(tab.plan, tab);
  for (const tab of first.values()) {
    people.letIn(tab);
    await course.until(scheduler.now + SECOND);
    people.look(tab);
    await course.until(scheduler.now + 15 * SECOND);
    const { state } = tab.shown;
    if (state === "redeemed") people.codes(tab);
    await course.until(scheduler.now + 15 * SECOND);
  }
}
