/** Every delay, deadline and count of the server, each with its reason. Milliseconds unless the name says otherwise. */
import { CONFIRM_MARGIN_SECONDS } from "../shared/hold.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/* ── Calls to the fulfillment service ───────────────────────────────────────────────────────────────────────────── */

/** Reads answer from stored data; a slower one is a sick service, and the user is waiting. */
export const READ_TIMEOUT = 10 * SECOND;
/** A look at the service's clock before a first decision; while it fails, not again for the pause. */
export const TIME_TIMEOUT = 3 * SECOND;
export const TIME_RETRY = 5 * SECOND;
/**
 * Answers in a row that must agree on another time than was believed: where machines with different clocks answer by chance, three
 * of one clock come often, five seldom…
 */
export const CLOCK_AGREEING = 5;
/** …over at least this long: one wrong machine among those before the service is not enough. */
export const CLOCK_JUMP_AFTER = 60 * SECOND;
/**
 * Answers at the start that may tell no time or disagree with the machine's clock. Where all of these agree with each other the
 * machine's clock is wrong; else it is used, for want of a better one.
 */
export const CLOCK_DOUBTS = 6;
/** How many times as long is waited for answers that disagree to agree with each other. */
export const CLOCK_TURNS = 3;
/**
 * The machine's own clock is right to seconds where anybody looks after it: a first answer that agrees with it is believed.
 * Below SEND_SPREAD, by which a fence may be off.
 */
export const CLOCK_FIRST_TOLERANCE = 10 * SECOND;
/** Clocks that are kept in step differ by less; a `Date` that differs by more is of another clock. */
export const CLOCK_TOLERANCE = 5 * SECOND;
/** A redeem may wait for the reward's own provider; giving up earlier only adds doubt, not speed. */
export const CHANGE_TIMEOUT = 35 * SECOND;
/** A service that cannot even be connected to within this is down; part of the deadlines above. */
export const CONNECT_TIMEOUT = 5 * SECOND;
/** Connections at once to one host: above any healthy load here, below what would exhaust sockets in an outage. */
export const CONNECTIONS_MAX = 128;
/**
 * A connection serves a changing call only within this after the answer before. Services close idle connections after seconds, and
 * one that closes just as a call is written to it looks like a lost answer. Under load calls follow sooner.
 */
export const CHANGE_CONNECTION_IDLE = 1 * SECOND;
/** The longest Retry-After that is obeyed: longer ones would keep a paid order waiting on one header. */
export const RETRY_AFTER_MAX = 60 * SECOND;
/** The largest sane page of a list is far below this; an endless body must not fill the memory. */
export const BODY_LIMIT_BYTES = 1_000_000;
/** Largest page asked for; the service may give less. Bounds are not shown, so a refusal falls back to its default. */
export const PAGE_SIZE = 100;
/** A list longer than this is not a catalog but a service that repeats itself. */
export const PAGES_MAX = 500;
/** So many pages in a row without one readable item are not skipped: the service speaks of something else. */
export const UNREADABLE_PAGES_MAX = 3;
/** Longest query the SKU filter may make; above it the list is read unfiltered (many proxies stop at 8 kB). */
export const SKU_FILTER_MAX_CHARS = 4_000;

/* ── The bearer token ───────────────────────────────────────────────────────────────────────────────────────────── */

/** The interface asks to renew "about 5 minutes" before the end. */
export const TOKEN_RENEW_BEFORE = 5 * MINUTE;
/** …but a token that lives 10 minutes would then be renewed at half its life: at most a fifth of it. */
export const TOKEN_RENEW_SHARE = 1 / 5;
/** The token endpoint is strictly rate limited: after a failure wait this long, doubled each time… */
export const TOKEN_RETRY_FIRST = 2 * SECOND;
/** …up to this: an endpoint that comes back is used within the minute in which every code must be shown (I7). */
export const TOKEN_RETRY_MAX = 40 * SECOND;
/** A fresh token that is refused at once will not get better by asking again in a loop. */
export const TOKEN_MIN_INTERVAL = 30 * SECOND;

/** A token answer that does not say how long it lives is used this long. */
export const TOKEN_DEFAULT_LIFE = 10 * MINUTE;
/** Token requests that refused tokens may cause at once: one early revocation is ordinary, a row of them is not. */
export const TOKEN_BURST = 2;
/** An unreadable 401 may mean either kind; after it cost a token in vain it costs no other one for this long. */
export const TOKEN_DOUBT = 5 * MINUTE;
/** The instance that asks for the token of all has this long: the request's own deadline, and time to store it. */
export const TOKEN_LEASE = READ_TIMEOUT + 5 * SECOND;
/** The others look this often for what it got: a read of one row, while a browser waits. */
export const TOKEN_PEER_POLL = 200;

/* ── Catalog ────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** One read a minute and promotion, and nothing is booked on an older one (I9): both ends of the same number. */
export const CATALOG_MAX_AGE = 60 * SECOND;
/**
 * A booking that meets a catalog this close to its end waits for the next one instead of racing the minute; and a book
 * leaves within this time of the check, or not at all.
 */
export const CATALOG_BOOK_MARGIN = 2 * SECOND;
/** A reward that the service would not give makes its catalog doubtful: one read more, but not for every try. */
export const CATALOG_DOUBT = 5 * SECOND;
/** While the service fails, people may go on looking at the last catalog for this long; nothing is booked on it. */
export const CATALOG_STALE_MAX = 15 * MINUTE;
/** After a failed read the next viewer must not ask again at once. */
export const CATALOG_RETRY = 5 * SECOND;
/**
 * An opening waits this long for a catalog that has to be read. A widget that was sent none asks for it apart: the order is
 * not kept back by a service that hangs.
 */
export const OPENING_CATALOG_WAIT = 3 * SECOND;
/** Promotions whose catalogs are kept in memory: far more than a server serves, some 100 kB each at most. */
export const CATALOGS_KEPT = 500;
/**
 * Memory for catalogs as they are sent, compressed: some dozens of different views of 2,000 rewards, or a thousand of 60. Views
 * that many sessions share are few; one that a single session has is made again in a millisecond or two.
 */
export const CATALOG_BODIES_BYTES = 4_000_000;
/** What other instances learned of rewards' values is read this often: as old as a catalog may be. */
export const VALUES_MAX_AGE = CATALOG_MAX_AGE;
/** Instructions are rarely updated (the interface says monthly suffices); an hour keeps mistakes short. */
export const DETAILS_MAX_AGE = HOUR;

/** While the service fails, yesterday's instructions are better than none. */
export const DETAILS_STALE_MAX = 24 * HOUR;
/** Rewards whose instructions are kept in memory: a large catalog, some 10 kB each. */
export const DETAILS_KEPT = 2_000;

/* ── Reads of a site's backend ──────────────────────────────────────────────────────────────────────────────────── */

/** Reads of the service that one such request has under way: quick for a page, and far from all the connections. */
export const SITE_READS_AT_ONCE = 8;
/** Up to this many redemptions are read one by one to be filtered or sorted: exact, and seconds at most. */
export const SITE_READS_MAX = 200;
/** Above that the service's lists are looked through, this many redemptions a request: 50 of its pages. */
export const SITE_SCAN_MAX = 5_000;
/** Those lists may lag: what the ledger noted something of within this time is read itself as well. */
export const SITE_LIST_LAG = 15 * MINUTE;

/* ── Budget watch ───────────────────────────────────────────────────────────────────────────────────────────────── */

/** Budgets and stocks move in hours; alerts are looked at in minutes. One pass over all promotions in this time. */
export const BUDGET_MAX_AGE = 5 * MINUTE;
/** While the service fails, an old number with its age is better than none. */
export const BUDGET_STALE_MAX = HOUR;
/** After a failed read the next scrape must not ask again at once. */
export const BUDGET_RETRY = 30 * SECOND;
/** Prometheus gives a scrape 10 s by default. */
export const BUDGET_WITHIN = 8 * SECOND;

/* ── Images ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** Logos and cards are small; a larger file is a mistake or an attack. */
export const IMAGE_LIMIT_BYTES = 1_000_000;
/** A picture is worth less waiting than an answer. */
export const IMAGE_TIMEOUT = 10 * SECOND;
/** A path holds the address in a third more characters, and many proxies stop at 8 kB for a whole head. */
export const IMAGE_ADDRESS_MAX_CHARS = 2_000;
/** Addresses that catalogs named and that are remembered: two a reward in every catalog kept, and room. */
export const IMAGES_NAMED_MAX = 20_000;
/** How long an image that could not be fetched is remembered as missing. */
export const IMAGE_RETRY = 5 * MINUTE;
/** Memory for kept images, in bytes. */
export const IMAGE_CACHE_BYTES = 64_000_000;
/** Brands change their logos rarely; a day is also what browsers are told. */
export const IMAGE_MAX_AGE = 24 * HOUR;

/* ── Orders ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** The interface holds a booked code for 30 minutes. */
export const HOLD = 30 * MINUTE;
/** A confirmation later than this before the end of the hold could arrive after it. */
export const HOLD_MARGIN = CONFIRM_MARGIN_SECONDS * SECOND;
/** How long a browser waits for an answer before it is told to poll; below common proxy timeouts. */
export const ANSWER_WITHIN = 12 * SECOND;
/** The part of it that is left for reporting an outcome that was waited for. */
export const ANSWER_MARGIN = 500;
/** A replica that lags behind catches up in seconds: the wait before a redemption is read again for its link. */
export const STALE_RETRY = 1 * SECOND;
/** The longest that a reading of one redemption lags behind its changes. */
export const READ_LAG = 5 * SECOND;
/** What a browser is told to wait before it polls. */
export const POLL_AFTER = 2 * SECOND;
/** An order that was read this lately is shown as it was: a caller that looks at it in a loop costs one read in this time. */
export const FRESH_FOR = 5 * SECOND;
/** A caller that looks at an order would rather see it a little old than wait longer. */
export const FRESH_WITHIN = 3 * SECOND;
/** Redemptions whose last read is remembered: more than are looked at in `FRESH_FOR`. */
export const FRESH_KEPT = 10_000;
/**
 * An announced call leaves within this time, a token asked for on the way included, or not at all: a process that was
 * halted in between must not act on what others have long decided without it. Well below the claim.
 */
export const LEAVE_WITHIN = 15 * SECOND;
/**
 * Between the announcement that is counted and the moment at which the call leaves; with a second for each of two instances
 * that read the service's clock.
 */
const SEND_SPREAD = LEAVE_WITHIN + 2 * SECOND;
/** A sent call that nobody saw answered may still take effect for ten minutes. */
export const LATE_EFFECT = 10 * MINUTE + SEND_SPREAD;
/** Waits between two tries to learn an outcome: quick at first (the user waits), then calm, at most this last one. */
export const RETRY_DELAYS = [
  1 * SECOND,
  2 * SECOND,
  4 * SECOND,
  8 * SECOND,
  15 * SECOND,
  20 * SECOND,
] as const;
/** The window in which changing calls are counted (I15), by their announcements… */
export const SEND_WINDOW = 10 * MINUTE + SEND_SPREAD;
/** …and how many it may hold for one attempt. */
export const SENDS_MAX = 6;
/** …and how many of them may be books, so that the redeem keeps its share. */
export const BOOK_SENDS_MAX = 4;
/**
 * The least time between one call of an operation and its next repeat, by how many were sent before. The first repeat is quick
 * for a user who waits. Later gaps are shorter than a minute by what a reconciler's round and the calls take, so that trouble which ends
 * while calls are left (80 s for the four books, longer for the others) is over within a minute of its end (I7).
 */
export const SEND_GAPS = [1 * SECOND, 30 * SECOND, 50 * SECOND, 50 * SECOND, 50 * SECOND] as const;
/** Calls that were refused for their token did nothing and are no part of the budget; a broken token must not loop. */
export const TURNED_AWAY_MAX = 6;
/** The longest that a list of the service lags behind. */
export const LIST_LAG = 2 * MINUTE;
/** A wait on the service's clock may be measured as longer by so much: that clock is corrected by seconds, forward after back. */
const CLOCK_ERROR = 2 * CLOCK_TOLERANCE;
/** After so long a list shows whatever was there before. */
export const LIST_SETTLED = LIST_LAG + CLOCK_ERROR;
/** A gateway that delivers a request twice does so within a minute. */
const SECOND_DELIVERY = MINUTE;
/** After a refusal it takes so long until a list shows what a second delivery of the same request made. */
export const REFUSAL_SETTLED = SECOND_DELIVERY + LIST_SETTLED;
/** After the announcement of a call that was answered it takes so long until a second delivery of it has had its effect. */
export const ANSWERED_EFFECT = LEAVE_WITHIN + CHANGE_TIMEOUT + SECOND_DELIVERY;
/** The longest wait that a rule rests on: a hold, after the last moment at which a Book in doubt may have made it. */
export const LONGEST_WAIT = LATE_EFFECT + HOLD + LIST_SETTLED;
/** Codes may follow a redeem by seconds: they are read again for this long before the order goes on the operators' list. */
export const CODES_WITHIN = 60 * SECOND;
/** What may still come for an order on the operators' list (codes, a released redemption that is redeemed) is read at least so often… */
export const CALM_MAX = HOUR;
/** …and each time after this share of the time that it is awaited. */
export const CALM_SHARE = 1 / 4;
/** A released redemption is read for as long as its month may last: the service refunds nothing of an earlier one. */
export const REVISITED_FOR = 31 * 24 * HOUR;
/** An ordinary wait ends within this. A stored wait that ends later was written by a clock that was wrong. */
export const WAIT_MAX = 60 * SECOND;
/** Instances read the service's clock to a second or two: a stored time that is further ahead was written by another clock. */
export const CLOCK_SPREAD = 5 * SECOND;
/** A `failed` redemption is redeemed again this often before it is fenced by a cancel. */
export const FAILED_RETRIES = 3;
/** A Book that is answered with an end of its redemption is followed by so many more of the same request: each is a try of the day's. */
export const FAILED_BOOKS_REPEATED = 1;
/** Live holds an order may have at once: the current one and one given up. */
export const LIVE_HOLDS_MAX = 2;
/** Attempts an order may open within a day. */
export const ATTEMPTS_MAX = 5;
export const ATTEMPTS_WINDOW = 24 * HOUR;
/** Another instance that announced a call is believed to be at it for this long: the call's deadline and some. */
export const CLAIM = CHANGE_TIMEOUT + 5 * SECOND;
/** While an order is on the operators' list its redemption is only read from time to time. */
export const ATTENDED_DELAY = 60 * SECOND;
/** After this long without knowing what a confirmation did, the order goes on the operators' list; the tries go on. */
export const OUTCOME_UNKNOWN_AFTER = 15 * MINUTE;
/** Tries within OUTCOME_UNKNOWN_AFTER. From then on the waits are ATTENDED_DELAY, whatever the order is on the operators' list for. */
export const CALM_TRIES = OUTCOME_UNKNOWN_AFTER / (20 * SECOND);
/** Waits up to this long are slept in place; longer ones are left to the reconciler. */
export const SLEEP_IN_PLACE = 20 * SECOND;
/** A turn of an order's loop that changed nothing is followed by this pause. */
export const IDLE_TURN = 1 * SECOND;
/** Tries to change a row that others change at the same time; each lost race means somebody else went on. */
export const SWAP_TRIES = 50;
/** How often the reconciler looks for unfinished orders. */
export const RECONCILE_EVERY = 5 * SECOND;
/** An order whose loop broke off for a reason that nobody foresaw is taken up again after this. */
export const BROKEN_RETRY = 60 * SECOND;
/** Orders the reconciler takes up at once: enough to drain a backlog, few enough not to flood the service. */
export const RECONCILE_BATCH = 200;
/** How often it looks at orders that are due later than any hold ends: what they wait for is worked within a minute all the same (I7). */
export const FAR_ORDERS_EVERY = 30 * SECOND;
/** Unfinished orders that are looked at then: all of them, anywhere; some 100 bytes each. */
export const UNFINISHED_MAX = 1_000_000;
/** Orders on the operators' list that are looked at when a process starts: those that wait longest; some 2,000 bytes each. */
export const LISTED_WOKEN = 100;
/** Between two batches of these: most need no more than a look at their row. */
export const WAKE_PAUSE = 50;
/** An ended session is remembered this long, so that its browser is told "expired" and not "unknown". */
export const SESSION_KEPT = 24 * HOUR;
/** Sessions that a process keeps in memory, some 300 bytes each: so many users at once are read from the ledger once. */
export const SESSIONS_KEPT = 10_000;
/** Orders of which a process keeps what they may choose from: some kilobytes each where a session names 500 SKUs. */
export const PINS_KEPT = 2_000;
/** A waiting request looks at the ledger this often for what another instance did. */
export const PEER_POLL = 500;
/** Redemptions of one user that the recovery lookup goes through: 20 pages of the service's list. */
export const LOOK_MAX = 2_000;
/** Attempts that it asks for by their ids where the list does not tell: as many as an order may open in a day. */
export const LOOK_AHEAD = 5;
/**
 * Attempts of which a process remembers that it looked them up itself, some 20 MB: more than can be in doubt at once, because
 * where all are forgotten each is looked up again before it is repeated.
 */
export const LOOKED_UP_MAX = 200_000;
/** Redemptions that are gone through to prove the ledger: 20 pages of the service's list. */
export const PROOF_MAX = 2_000;
/** Passes through its first pages until one shows no change: where several things change each second, most passes show none. */
export const PROOF_PASSES = 10;
/** The order of that list is believed when so many show it: as many as a page of the service holds at most. */
export const PROOF_SAMPLE = 100;
/** Where the ledger could not be proven, it is tried again after this; every order is looked up meanwhile. */
export const PROOF_RETRY = 10 * MINUTE;
/** How often is noted that the ledger is alive, while rows are stored: a start goes so much further back than it must. */
export const ALIVE_EVERY = 60 * SECOND;
/** Order ids that the recovery lookup asks for beyond the last of the row at the most; each that exists makes it ask on: ten such days. */
export const LOOK_FARTHEST = 50;
/** How many order ids the recovery lookup asks for at the same time. */
export const LOOKS_AT_ONCE = 10;
/** How long a confirmation waits for the recovery lookup before it is stored without; the lookup then comes before the redeem. */
export const LOOKUP_WITHIN = 3 * SECOND;
/** A site's cancel that is closed in the ledger alone waits for the recovery lookup: a list may take as long as a read. */
export const CANCEL_LOOKUP_WITHIN = READ_TIMEOUT;
/** Books an order may have refused in this window: each asks the service something, and a person gives up earlier. */
export const REFUSED_MAX = 20;
export const REFUSED_WINDOW = HOUR;

/* ── The ledger's database ──────────────────────────────────────────────────────────────────────────────────────── */

/** A database that cannot even be connected to within this is down; also how long a statement waits for a connection. */
export const DATABASE_CONNECT_TIMEOUT = 3 * SECOND;
/** Statements take milliseconds; the slowest, a site's whole list, a second. Below `ANSWER_WITHIN`: somebody waits. */
export const DATABASE_STATEMENT_TIMEOUT = 5 * SECOND;
/** The database ends a slow statement itself; one that is not heard of this much later is given up here. */
export const DATABASE_SILENCE = SECOND;
/** An idle connection is closed after this: firewalls forget silent ones after minutes. */
export const DATABASE_IDLE = 30 * SECOND;
/** Connections of one instance: thousands of statements a second, and several instances below PostgreSQL's default of 100. */
export const DATABASE_CONNECTIONS_MAX = 10;
/** Connections for counting requests: apart, so that a flood of requests does not keep the ledger from its own. */
export const LIMITS_CONNECTIONS_MAX = 4;
/** Log lines wait so long for others at most: nobody who reads along sees it, and a killed process loses as much. */
export const LOG_WRITTEN_WITHIN = 20;
/** A request is not kept waiting to be counted: after this each instance counts by itself. */
export const LIMITS_TIMEOUT = SECOND;
/** Changing tables may take a while, and the instances that start meanwhile wait for it. */
export const MIGRATION_TIMEOUT = MINUTE;
/** A second process on the same SQLite file waits this long for a write lock; writes take well under a millisecond. */
export const SQLITE_BUSY_TIMEOUT = 5 * SECOND;
/** Somebody waits for what is asked of the file: above SQLITE_BUSY_TIMEOUT, so that a lock is told from a disk that hangs. */
export const SQLITE_PATIENCE = 6 * SECOND;
/**
 * Groups of changes leave so far apart, each with one sync: on a disk that syncs in a fraction of this, a change that comes a moment
 * after another one still shares a sync with what follows. A change that comes alone does not wait.
 */
export const SQLITE_GROUPS_APART = 3;
/** A file that could not be opened again is not tried again before this: each try is a thread that starts. */
export const SQLITE_REOPEN_PAUSE = SECOND;
/** A start waits so long for the check of the file's pages, some gigabytes; of a larger file the check goes on beside the work. */
export const SQLITE_CHECK_WITHIN = 5 * SECOND;
/** Proxies ask for readiness every second, each of them; one write to the ledger answers all. */
export const PROBE_KEPT = SECOND;
/** A ledger that has not written by then is not ready: below the two seconds for which a proxy waits (deploy/haproxy.cfg). */
export const PROBE_WITHIN = 1.5 * SECOND;
/** So many changes do not wait for more: a group of these takes a few milliseconds. */
export const SQLITE_GROUP_ENOUGH = 32;
/* ── E-mail addresses ───────────────────────────────────────────────────────────────────────────────────────────── */

/** How long an address is kept after its order's last change: orders are asked about for half a year. Days. */
export const EMAIL_KEPT_DAYS = 180;
/** A session lives an hour at most, and an instance's clock is off by less than the rest of two days. */
export const EMAIL_KEPT_DAYS_LEAST = 2;
export const EMAIL_KEPT_DAYS_MOST = 3_650;
export const DAY = 24 * HOUR;
/** A session that is opened this short before the address goes keeps it: above the session's life. */
export const EMAIL_MARGIN = DAY;
/** How often is looked for addresses whose time is over: days count, not hours. */
export const FORGET_EVERY = HOUR;
/** Addresses removed at once, some 40 ms of one core each… */
export const FORGET_BATCH = 20;
/** …and the pause between two batches, so that a large old ledger costs a tenth of a core and 10,000 an hour. */
export const FORGET_PAUSE = 7 * SECOND;

/* ── The process ────────────────────────────────────────────────────────────────────────────────────────────────── */

/** The contract allows 40 s to stop; a redeem in hand has 35. */
export const STOP_WITHIN = 38 * SECOND;
/** A proxy that looks at `/readyz` every second, and believes the second answer, has stopped sending by then. */
export const DRAIN_FOR = 3 * SECOND;

/* ── What clients send ──────────────────────────────────────────────────────────────────────────────────────────── */

/** The largest request of the contract (500 SKUs) is below 70 kB. */
export const REQUEST_LIMIT_BYTES = 100_000;
/**
 * Wrong keys of one kind (operators', sites') that an address may try: a person who mistypes one is through long before, and a scraper with an old
 * one stays below. A guess of a random key stays hopeless.
 */
export const REFUSED_KEYS_PER_MINUTE = 20;
/**
 * A client has this long to send the headers of a request, some 1 kB. node:http's own 60 s let a thousand slow connections
 * hold a process's sockets and memory for a minute each…
 */
export const HEADERS_WITHIN = 10 * SECOND;
/** …and its 300 s for the whole request for five; the largest one is sent in this over 50 kbit/s. */
export const REQUEST_WITHIN = 15 * SECOND;
/**
 * An answer has to be taken within this. The largest, a picture or an uncompressed catalog of 1 MB, is over 280 kbit/s, with
 * what the operating system holds besides; a compressed catalog over 40 kbit/s.
 */
export const TAKEN_WITHIN = 30 * SECOND;
/** Requests of one connection in hand at once. Browsers and proxies send the next one after the answer… */
export const PIPELINED_MAX = 8;
/** …and a connection on which more than this wait besides, some 6 kB each, is cut: no honest client sends so far ahead. */
export const PIPELINED_WAITING_MAX = 24;
/** Open connections, of some 20 kB each while they do nothing: more than an instance can serve. */
export const CONNECTIONS_OPEN_MAX = 4_000;
/** How often is looked for clients that took longer. */
export const SLOW_CLIENTS_EVERY = 2 * SECOND;
/** How long browsers may remember a preflight: a catalog and a booking then cost one each. Chromium allows no more. */
export const PREFLIGHT_MAX_AGE_SECONDS = 7200;
/** `/widget.js` names the current version; a release reaches every page within this. */
export const WIDGET_STUB_MAX_AGE_SECONDS = 300;
/**
 * A version of the widget stays this long after an instance last had it as its own: the contract's 90 days, and a day for
 * the time between two notes of that and for clocks that differ.
 */
export const WIDGET_VERSION_KEPT = 91 * DAY;
/** How often an instance notes that its version is in use. */
export const WIDGET_CURRENT_EVERY = HOUR;
/** Versions of other instances that one keeps in memory, some 150 kB each; the ones before are read from the ledger again. */
export const WIDGET_VERSIONS_IN_MEMORY = 20;
/** Versioned files never change: a year, the longest caches keep. */
export const IMMUTABLE_MAX_AGE_SECONDS = 31_536_000;

/* ── Histograms: upper ends of the buckets, seconds ─────────────────────────────────────────────────────────────── */

/** From an answer out of the memory to 12 s, within which a confirmation is answered; lists of sites may take longer. */
export const REQUEST_BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12, 30];
/** From a quick read to READ_TIMEOUT and CHANGE_TIMEOUT, whose calls are those that were given up. */
export const UPSTREAM_BUCKETS_SECONDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 35];
/** A round asks the ledger a few questions, and the service at most for the time: seconds mean that one of them is sick. */
export const RECONCILER_BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 3, 10, 30];
