/**
 * Checks that the service has what the caller named: promotions, client, SKUs, paths and an unused run id. Only reads,
 * before anything is made.
 *
 * A missing thing is the caller's mistake; a wrong claim that it is missing is the service's. A second source decides:
 * a refusal counts against the caller only if nothing else that the service shows contradicts it. If something does,
 * the run goes on, and the checks report it. The run also goes on after answers that do not refuse the named thing: no
 * answer, a 5xx, an error without a name, a success of the wrong shape.
 */
import type { Api, Paths, Query } from "./api.ts";
import type { Answer } from "./exchange.ts";
import { refused, succeeded, told, unknownPath } from "./judge.ts";
import { PAGES_MOST } from "./limits.ts";
import { Misnamed } from "./misnamed.ts";
import { orderIdOf, type Plan } from "./plan.ts";
import { ifAnswered } from "./reach.ts";
import { dataOf, idOf, itemsOf, member, sameId, text } from "./reading.ts";
import { offersOf, type Target, type Wanted } from "./target.ts";

/** The names given by the caller, and the API to verify them. */
export interface Named {
  readonly api: Api;
  readonly wanted: Wanted;
  readonly target: Target;
  /** Whether orders will be made. */
  readonly create: boolean;
  readonly paths: Paths;
  readonly namedPaths: ReadonlySet<keyof Paths>;
}

/**
 * A refusal that may be about the named thing: in the service's own error format, and neither about credentials nor
 * about rate limits.
 */
function refuses(answer: Answer): boolean {
  const name = member(answer.body, "error_name");
  return refused(answer) && answer.status !== 429 && typeof name === "string" && name !== "unauthorized";
}

/** The clients that the account is known to have: those shown by List clients, whose path is only assumed. */
async function listedClients(api: Api): Promise<string[]> {
  const answer = await ifAnswered(() => api.clients());
  return answer ? itemsOf(answer).flatMap((client) => idOf(client) ?? []) : [];
}

/** Whether a page of a list has the searched item. */
async function isListed(
  read: (query: Query) => Promise<Answer>,
  isIt: (item: unknown) => boolean,
): Promise<boolean> {
  for (let page = 1; page <= PAGES_MOST; page++) {
    const answer = await ifAnswered(() => read({ page }));
    const items = answer ? itemsOf(answer) : [];
    if (items.some(isIt)) return true;
    const total = Number(member(answer?.body, "paging", "total"));
    const perPage = Number(member(answer?.body, "paging", "per_page"));
    if (items.length === 0 || !(page * perPage < total)) return false;
  }
  return false;
}

/** Second sources for a promotion that Get a promotion refuses: its redemptions, and the lists of the clients. */
async function promotionIsShown({ api, wanted }: Named, id: string): Promise<boolean> {
  const redemptions = await ifAnswered(() => api.redemptions(id));
  if (redemptions && itemsOf(redemptions).some((item) => sameId(member(item, "promotion", "id"), id)))
    return true;
  const clients = [...(wanted.client === undefined ? [] : [wanted.client]), ...(await listedClients(api))];
  for (const client of new Set(clients)) {
    if (
      await isListed(
        (query) => api.promotions(client, query),
        (item) => sameId(idOf(item), id),
      )
    )
      return true;
  }
  return false;
}

async function requirePromotion(named: Named): Promise<void> {
  const { promotion } = named.wanted;
  const answer = named.target.promotionAnswer;
  if (promotion === undefined || answer === undefined) return;
  const shown = idOf(dataOf(answer));
  // A service that reads "04001" as a number finds 4001, which is not the id that was sent.
  if (shown !== undefined && shown !== promotion && Number(shown) === Number(promotion))
    throw new Misnamed("promotion", promotion, `the service writes it ${shown}`);
  if (refuses(answer) && !(await promotionIsShown(named, promotion)))
    throw new Misnamed("promotion", promotion, `${told(answer)}, and no list shows it`);
}

/** Second sources for a client whose promotions are refused: the promotion, and Get a client. */
async function requireClient({ api, wanted, target }: Named): Promise<void> {
  const { client } = wanted;
  if (client === undefined || idOf(member(target.promotion, "client")) === client) return;
  const answer = await ifAnswered(() => api.promotions(client));
  if (answer === undefined || !refuses(answer)) return;
  const alone = await ifAnswered(() => api.client(client));
  if (alone === undefined || !succeeded(alone)) throw new Misnamed("client", client, told(answer));
}

/**
 * A shown promotion is another client's only if it names a client that is not among the account's own. The service
 * should not have shown it, and the checks report that.
 */
async function requireForeign({ api, wanted, target }: Named): Promise<void> {
  const { foreignPromotion: id } = wanted;
  const answer = target.foreignAnswer;
  if (id === undefined || answer === undefined) return;
  // If Get a promotion wrongly refuses an existing promotion, its answer about another one is not trusted either.
  if (target.promotionAnswer !== undefined && !succeeded(target.promotionAnswer)) return;
  const fail = (why: string) => new Misnamed("foreign-promotion", id, why);
  if (answer.status === 404 && refuses(answer))
    throw fail(`${told(answer)}, as for one that nobody has; somebody else's is answered 401 "forbidden"`);
  if (!succeeded(answer)) return;
  const owner = idOf(member(dataOf(answer), "client"));
  if (owner === undefined) return;
  const promoted = idOf(member(target.promotion, "client"));
  const own = [promoted, wanted.client, ...(await listedClients(api))].filter((each) => each !== undefined);
  if (own.length === 0)
    throw fail("the service shows it, and whose it is cannot be told without --promotion or --client");
  if (own.includes(owner)) throw fail("it is one's own: the service shows it, with a client of this account");
}

/** A reward is another client's only if it is neither listed nor unknown. */
async function requireForeignSku({ api, wanted, target }: Named): Promise<void> {
  const sku = wanted.foreignSku;
  if (sku === undefined) return;
  const answer = await ifAnswered(() => api.reward(sku));
  if (answer?.status === 404 && refuses(answer)) {
    const why = `${told(answer)}, as for one that nobody has; somebody else's is answered 401 "forbidden"`;
    throw new Misnamed("foreign-sku", sku, why);
  }
  const listed = await ifAnswered(() => api.rewards({ sku }));
  const own = listed !== undefined && itemsOf(listed).some((item) => member(item, "sku") === sku);
  if (own || offersOf(target.promotion).some((offer) => offer.sku === sku))
    throw new Misnamed("foreign-sku", sku, "it is one's own: the service lists it");
}

/** A shown redemption is another client's only if it names a client that is not among the account's own. */
async function requireForeignRedemption({ api, wanted, target }: Named): Promise<void> {
  const { foreignRedemption: id } = wanted;
  const answer = target.foreignRedemptionAnswer;
  if (id === undefined || answer === undefined) return;
  const fail = (why: string) => new Misnamed("foreign-redemption", id, why);
  if (answer.status === 404 && refuses(answer))
    throw fail(`${told(answer)}, as for one that nobody has; somebody else's is answered 401 "forbidden"`);
  const owner = succeeded(answer) ? idOf(member(dataOf(answer), "client")) : undefined;
  if (owner === undefined) return;
  const own = [idOf(member(target.promotion, "client")), wanted.client, ...(await listedClients(api))];
  if (own.includes(owner)) throw fail("it is one's own: the service shows it, with a client of this account");
}

/** The kind of a reward by the service's answers. If they contradict each other, the caller is not blamed. */
function isFreeValue(sku: string, { promotion, catalog }: Target): boolean | undefined {
  const record = catalog.find((each) => member(each, "sku") === sku);
  const variable = offersOf(promotion).find((offer) => offer.sku === sku)?.variable;
  const voices = [sku.endsWith("-VAR"), variable, member(record, "free_value")].filter(
    (voice) => typeof voice === "boolean",
  );
  return voices.every((voice) => voice === voices[0]) ? voices[0] : undefined;
}

async function requireSku(named: Named, option: "sku" | "free-value-sku", sku: string): Promise<void> {
  const { api, wanted, target, create } = named;
  const fail = (why: string) => new Misnamed(option, sku, why);
  const offer = offersOf(target.promotion).find((each) => each.sku === sku);
  const record = target.catalog.find((each) => member(each, "sku") === sku);
  if (Array.isArray(member(target.promotion, "rewards"))) {
    if (offer === undefined) throw fail(`promotion ${wanted.promotion} does not offer it`);
  } else if (record === undefined) {
    const answer = await ifAnswered(() => api.reward(sku));
    if (answer && refuses(answer)) throw fail(`${told(answer)}, and no list shows it`);
  }
  const free = isFreeValue(sku, target);
  if (free === true && option === "sku")
    throw fail("it is a free-value reward: name it with --free-value-sku");
  if (free === false && option === "free-value-sku") throw fail("its value is fixed: name it with --sku");
  if (!create) return;
  if (offer?.unusable) throw fail(`promotion ${wanted.promotion} shows it as paused, disabled or invalid`);
  if (member(record, "in_stock") === false) throw fail("it is out of stock");
}

/** The service must know a path that the caller named. */
async function requirePaths({ api, target, paths, namedPaths }: Named): Promise<void> {
  const { clientId } = target;
  const asks = {
    discounts: () => api.discounts(),
    clients: () => api.clients(),
    client: clientId === undefined ? undefined : () => api.client(clientId),
  };
  for (const name of namedPaths) {
    const ask = asks[name];
    const answer = ask && (await ifAnswered(ask));
    if (answer && unknownPath(answer)) throw new Misnamed(`${name}-path`, paths[name], told(answer));
  }
}

/**
 * Checks that the service has what the caller named.
 * @throws Misnamed
 */
export async function requireNamed(named: Named): Promise<void> {
  const { sku, freeValueSku } = named.wanted;
  await requirePromotion(named);
  await requireClient(named);
  await requireForeign(named);
  await requireForeignSku(named);
  await requireForeignRedemption(named);
  if (sku !== undefined) await requireSku(named, "sku", sku);
  if (freeValueSku !== undefined) await requireSku(named, "free-value-sku", freeValueSku);
  await requirePaths(named);
}

/**
 * Checks that no order id of the run has a redemption already. Every id that the run may use is searched for, because
 * an earlier run may have made none under the first ones.
 * @throws Misnamed
 */
export async function requireNewRun(api: Api, run: string, plan: Plan): Promise<void> {
  const { promotion } = plan;
  if (promotion === undefined) return;
  const most = plan.makes.redemptions + plan.risks.redemptions;
  for (let n = 1; n <= most; n++) {
    const orderId = orderIdOf(run, promotion, n);
    const answer = await ifAnswered(() => api.redemptions(promotion, { order_id: orderId }));
    if (answer && itemsOf(answer).some((item) => text(member(item, "order_id")) === orderId))
      throw new Misnamed("run", run, "it was used before in this promotion");
  }
}
