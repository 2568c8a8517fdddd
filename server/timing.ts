/** Every delay, deadline and count of the server, each with its reason. Milliseconds unless the name says otherwise. */
import { CONFIRM_MARGIN_SECONDS } from "../shared/hold.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/* ── Calls to the fulfillment service ───────────────────────────────────────────────────────────────────────────── */

/** Reads answer from stored data; a slower read means a faulty service, and the user is waiting. */
export const READ_TIMEOUT = 10 * SECOND;
/** A read of the service's clock before a first decision; after a failure it is not repeated during the pause. */
export const TIME_TIMEOUT = 3 * SECOND;
export const TIME_RETRY = 5 * SECOND;
/**
 * Answers in a row that must agree on a time other than the clock in use: if machines with different clocks answer by chance, three
 * answers of one clock in a row are frequent, five are rare…
 */
export const CLOCK_AGREEING = 5;
/** …over at least this time: one wrong gateway must not be enough. */
export const CLOCK_JUMP_AFTER = 60 * SECOND;
/**
 * Answers at the start that may lack a time or disagree with the machine's clock. If all of them agree with each other, the
 * machine's clock is wrong; otherwise it is used, as no better clock is known.
 */
export const CLOCK_DOUBTS = 6;
/** The factor by which the wait for disagreeing answers to agree with each other is longer. */
export const CLOCK_TURNS = 3;
/**
 * A maintained machine's clock is right to seconds: a first answer that agrees with it is accepted. Below SEND_SPREAD, the possible
 * error of a fence.
 */
export const CLOCK_FIRST_TOLERANCE = 10 * SECOND;
/** Synchronized clocks differ by less; a `Date` that differs by more is from another clock. */
export const CLOCK_TOLERANCE = 5 * SECOND;
/** A redeem may wait for the reward's own provider; giving up earlier only adds doubt, not speed. */
export const CHANGE_TIMEOUT = 35 * SECOND;
/** A service that accepts no connection within this time is down; part of the deadlines above. */
export const CONNECT_TIMEOUT = 5 * SECOND;
/** Connections at once to one host: above any healthy load here, below what would exhaust sockets in an outage. */
export const CONNECTIONS_MAX = 128;
/**
 * A connection is reused for a changing call only within this time after its last answer. Services close idle connections after
 * seconds, and a close during the write of a call looks like a lost answer. Under load calls follow sooner.
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
/** This many pages in a row without a readable item are an error: the answer is not the requested list. */
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

/** The life of a token whose answer does not name it. */
export const TOKEN_DEFAULT_LIFE = 10 * MINUTE;
/** Token requests that refused tokens may cause at once: one early revocation is ordinary, several in a row are not. */
export const TOKEN_BURST = 2;
/** An unreadable 401 may mean either kind; after one has replaced a token in vain, another replaces none for this time. */
export const TOKEN_DOUBT = 5 * MINUTE;
/** The lease of the instance that asks for the shared token: the request's deadline, and time to store the token. */
export const TOKEN_LEASE = READ_TIMEOUT + 5 * SECOND;
/** How often the other instances look for the new token: a read of one row, while a browser waits. */
export const TOKEN_PEER_POLL = 200;

/* ── Catalog ────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** At most one read a minute for each promotion, and no booking on an older one (I9): one number for both. */
export const CATALOG_MAX_AGE = 60 * SECOND;
/**
 * A booking on a catalog this close to its end waits for the next catalog; and a Book leaves within this time of the check, or not
 * at all.
 */
export const CATALOG_BOOK_MARGIN = 2 * SECOND;
/** A refused reward makes its catalog doubtful: one more read, but not one for every try. */
export const CATALOG_DOUBT = 5 * SECOND;
/** While the service fails, users may view the last catalog for this time; nothing is booked on it. */
export const CATALOG_STALE_MAX = 15 * MINUTE;
/** After a failed read the next viewer must not ask again at once. */
export const CATALOG_RETRY = 5 * SECOND;
/**
 * How long an opening waits for a catalog that has to be read. A widget that gets no catalog asks for it separately, so that a
 * hanging service does not delay the order.
 */
export const OPENING_CATALOG_WAIT = 3 * SECOND;
/** Promotions whose catalogs are kept in memory: far more than a server serves, some 100 kB each at most. */
export const CATALOGS_KEPT = 500;
/**
 * Characters of kept lists of rewards: some dozens of 2,000 rewards, or a thousand of 60. Few lists are shared by many sessions; the
 * list of a single session is made again in a millisecond or two.
 */
export const CATALOG_LISTS_CHARS = 32_000_000;
/** How often the reward values of other instances are read: as old as a catalog may be. */
export const VALUES_MAX_AGE = CATALOG_MAX_AGE;
/** Instructions are rarely updated (the interface says monthly suffices); an hour keeps mistakes short. */
export const DETAILS_MAX_AGE = HOUR;

/** While the service fails, yesterday's instructions are better than none. */
export const DETAILS_STALE_MAX = 24 * HOUR;
/** Rewards whose instructions are kept in memory: a large catalog, some 10 kB each. */
export const DETAILS_KEPT = 2_000;

/* ── Reads of a site's backend ──────────────────────────────────────────────────────────────────────────────────── */

/** Concurrent reads of the service for one such request: fast for a page, and far below the number of connections. */
export const SITE_READS_AT_ONCE = 8;
/** Up to this many redemptions are read one by one to be filtered or sorted: exact, and seconds at most. */
export const SITE_READS_MAX = 200;
/** Above that the service's lists are searched, this many redemptions a request: 50 of its pages. */
export const SITE_SCAN_MAX = 5_000;
/** Those lists may lag: a redemption whose row changed within this time is also read itself. */
export const SITE_LIST_LAG = 15 * MINUTE;

/* ── Budget watch ───────────────────────────────────────────────────────────────────────────────────────────────── */

/** Budgets and stocks change in hours; alerts are checked in minutes. One pass over all promotions in this time. */
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
/** Users wait less long for a picture than for an answer. */
export const IMAGE_TIMEOUT = 10 * SECOND;
/** The address takes a third more characters in a path, and many proxies limit a request head to 8 kB. */
export const IMAGE_ADDRESS_MAX_CHARS = 2_000;
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
/** The part of ANSWER_WITHIN that is left for reporting the outcome. */
export const ANSWER_MARGIN = 500;
/** A lagging replica catches up in seconds: the wait before a redemption is read again for its link. */
export const STALE_RETRY = 1 * SECOND;
/** The longest that a reading of one redemption lags behind its changes. */
export const READ_LAG = 5 * SECOND;
/** The wait before a browser polls. */
export const POLL_AFTER = 2 * SECOND;
/** An order that was read within this time is not read again: a caller that polls it costs one read in this time. */
export const FRESH_FOR = 5 * SECOND;
/** The longest wait for a fresher view of an order: then the stored one is shown. */
export const FRESH_WITHIN = 3 * SECOND;
/** Redemptions whose last read is remembered: more than are viewed in `FRESH_FOR`. */
export const FRESH_KEPT = 10_000;
/**
 * An announced call leaves within this time, including a request for a token, or not at all: a process that was halted in between
 * must not send a call after other processes went on without it. Well below CLAIM.
 */
export const LEAVE_WITHIN = 15 * SECOND;
/**
 * The time from a counted announcement until its call leaves, plus a second for each of two instances that read the service's
 * clock.
 */
const SEND_SPREAD = LEAVE_WITHIN + 2 * SECOND;
/** A sent call without a seen answer may still take effect for ten minutes. */
export const LATE_EFFECT = 10 * MINUTE + SEND_SPREAD;
/** Waits between two tries to learn an outcome: short at first (the user waits), then longer, up to the last one. */
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
/** …and how many of them may be Books, so that some are left for the Redeem. */
export const BOOK_SENDS_MAX = 4;
/**
 * The least time between a call of an operation and its next repeat, by the number of calls sent before. The first repeat is quick,
 * because a user waits. A later gap plus a reconciler's round and the call stay below a minute: after a fault that ends while calls
 * are left (80 s for the four Books, longer for the others), the order recovers within a minute (I7).
 */
export const SEND_GAPS = [1 * SECOND, 30 * SECOND, 50 * SECOND, 50 * SECOND, 50 * SECOND] as const;
/** Calls whose token was refused did nothing and do not count in the budget; a broken token must not loop. */
export const TURNED_AWAY_MAX = 6;
/** The longest that a list of the service lags behind. */
export const LIST_LAG = 2 * MINUTE;
/**
 * By this much a wait on the service's clock may be measured too long: that clock is corrected by seconds, back and then forward.
 */
const CLOCK_ERROR = 2 * CLOCK_TOLERANCE;
/** After this time a list shows every earlier change. */
export const LIST_SETTLED = LIST_LAG + CLOCK_ERROR;
/** A gateway that delivers a request twice does so within a minute. */
const SECOND_DELIVERY = MINUTE;
/** The time from a refusal until a list shows the effect of a second delivery of the same request. */
export const REFUSAL_SETTLED = SECOND_DELIVERY + LIST_SETTLED;
/** The time from the announcement of an answered call until a second delivery of the call has taken effect. */
export const ANSWERED_EFFECT = LEAVE_WITHIN + CHANGE_TIMEOUT + SECOND_DELIVERY;
/** The longest wait of any rule: a hold, after the last moment at which a Book in doubt may have made it. */
export const LONGEST_WAIT = LATE_EFFECT + HOLD + LIST_SETTLED;
/** Codes may follow a redeem by seconds: they are read again for this long before the order goes on the operators' list. */
export const CODES_WITHIN = 60 * SECOND;
/**
 * The longest wait between readings of a listed or released order (for late codes, or a released redemption that becomes redeemed)…
 */
export const CALM_MAX = HOUR;
/** …and the wait as a share of the time waited so far. */
export const CALM_SHARE = 1 / 4;
/** A released redemption is read for as long as its month may last: the service refunds no redemption of an earlier month. */
export const REVISITED_FOR = 31 * 24 * HOUR;
/** An ordinary wait ends within this time. A stored wait that ends later was written by a wrong clock. */
export const WAIT_MAX = 60 * SECOND;
/** Instances read the service's clock to a second or two: a stored time that is further ahead was written by another clock. */
export const CLOCK_SPREAD = 5 * SECOND;
/** How often a `failed` redemption is redeemed again before a cancel fences it. */
export const FAILED_RETRIES = 3;
/**
 * How many more Books follow one that was answered with an ended redemption, in the same request: each counts as an attempt of the
 * day.
 */
export const FAILED_BOOKS_REPEATED = 1;
/** Live holds an order may have at once: the current one and one given up. */
export const LIVE_HOLDS_MAX = 2;
/** Attempts an order may open within a day. */
export const ATTEMPTS_MAX = 5;
export const ATTEMPTS_WINDOW = 24 * HOUR;
/** How long an announced call of another instance counts as under way: the call's deadline and a margin. */
export const CLAIM = CHANGE_TIMEOUT + 5 * SECOND;
/** While an order is on the operators' list, its redemption is read this often. */
export const ATTENDED_DELAY = 60 * SECOND;
/** After this time with the outcome of a confirmation unknown, the order goes on the operators' list; the tries continue. */
export const OUTCOME_UNKNOWN_AFTER = 15 * MINUTE;
/**
 * Tries within OUTCOME_UNKNOWN_AFTER. From then on the waits are ATTENDED_DELAY, also if the order is listed for another reason.
 */
export const CALM_TRIES = OUTCOME_UNKNOWN_AFTER / (20 * SECOND);
/** Waits up to this long are slept in place; longer ones are left to the reconciler. */
export const SLEEP_IN_PLACE = 20 * SECOND;
/** A turn of an order's loop that changed nothing is followed by this pause. */
export const IDLE_TURN = 1 * SECOND;
/** Tries to change a row with concurrent changes; each lost race means that another process made progress. */
export const SWAP_TRIES = 50;
/** How often the reconciler looks for unfinished orders. */
export const RECONCILE_EVERY = 5 * SECOND;
/** The pause after which an order is woken again whose loop failed unexpectedly. */
export const BROKEN_RETRY = 60 * SECOND;
/** Orders that the reconciler wakes at once: enough to drain a backlog, few enough not to flood the service. */
export const RECONCILE_BATCH = 200;
/**
 * How often the reconciler wakes orders that are due later than any hold ends, so that they too make progress within a minute (I7).
 */
export const FAR_ORDERS_EVERY = 30 * SECOND;
/** The largest number of unfinished orders that are woken then: above any real number; some 100 bytes each. */
export const UNFINISHED_MAX = 1_000_000;
/** Orders on the operators' list that are woken when a process starts: the longest waiting; some 2,000 bytes each. */
export const LISTED_WOKEN = 100;
/** The pause between two batches of woken orders: most need only a read of their row. */
export const WAKE_PAUSE = 50;
/** An ended session is kept this long, so that its browser gets "expired" and not "unknown". */
export const SESSION_KEPT = 24 * HOUR;
/** Sessions that a process keeps in memory, some 300 bytes each: so many users at once are read from the ledger once. */
export const SESSIONS_KEPT = 10_000;
/** Orders whose limits of choice a process keeps in memory: some kilobytes each if a session names 500 SKUs. */
export const PINS_KEPT = 2_000;
/** How often a waiting request reads the ledger for changes of another instance. */
export const PEER_POLL = 500;
/** Redemptions of one user that the recovery lookup reads: 20 pages of the service's list. */
export const LOOK_MAX = 2_000;
/** Unknown attempts that the lookup asks for by order id, if the list may be incomplete: as many as an order may open in a day. */
export const LOOK_AHEAD = 5;
/**
 * Remembered lookups of a process, some 20 MB: more than there can be orders in doubt, because after all are forgotten each order
 * is looked up again before a repeat.
 */
export const LOOKED_UP_MAX = 200_000;
/** Redemptions that a proof of the ledger reads: 20 pages of the service's list. */
export const PROOF_MAX = 2_000;
/**
 * Passes over the first pages of that list until one shows no change: even with several changes each second, most passes show none.
 */
export const PROOF_PASSES = 10;
/** The order of that list is accepted when this many redemptions show it: as many as a page has at most. */
export const PROOF_SAMPLE = 100;
/** The pause after a failed proof of the ledger; every order is looked up meanwhile. */
export const PROOF_RETRY = 10 * MINUTE;
/** How often the alive time is stored, while rows are stored: a start compares this much further back than necessary. */
export const ALIVE_EVERY = 60 * SECOND;
/**
 * The most order ids beyond the row's last attempt that the recovery lookup asks for, as each found attempt extends the search: ten
 * days of attempts.
 */
export const LOOK_FARTHEST = 50;
/** How many order ids the recovery lookup asks for at the same time. */
export const LOOKS_AT_ONCE = 10;
/**
 * How long a confirmation waits for the recovery lookup. Then the confirmation is stored, and the lookup runs before the Redeem.
 */
export const LOOKUP_WITHIN = 3 * SECOND;
/** How long a site's cancel that needs no call waits for the recovery lookup: a list may take as long as a read. */
export const CANCEL_LOOKUP_WITHIN = READ_TIMEOUT;
/** Refused Books of an order in the window: each costs the service a call, and a user gives up earlier. */
export const REFUSED_MAX = 20;
export const REFUSED_WINDOW = HOUR;

/* ── The ledger's database ──────────────────────────────────────────────────────────────────────────────────────── */

/** A database that accepts no connection within this time is down; also how long a statement waits for a connection. */
export const DATABASE_CONNECT_TIMEOUT = 3 * SECOND;
/** Statements take milliseconds; the slowest, a site's whole list, a second. Below `ANSWER_WITHIN`, because a client waits. */
export const DATABASE_STATEMENT_TIMEOUT = 5 * SECOND;
/** The database ends a slow statement itself; without an answer, the statement is given up this much later. */
export const DATABASE_SILENCE = SECOND;
/** An idle connection is closed after this: firewalls forget silent ones after minutes. */
export const DATABASE_IDLE = 30 * SECOND;
/** Connections of one instance: thousands of statements a second, and several instances below PostgreSQL's default of 100. */
export const DATABASE_CONNECTIONS_MAX = 10;
/** Connections for counting requests: separate, so that a flood of requests does not take the ledger's connections. */
export const LIMITS_CONNECTIONS_MAX = 4;
/** How long a request waits to be counted in the database: then each instance counts alone. */
export const LIMITS_TIMEOUT = SECOND;
/** Changing tables may take a while, and the instances that start meanwhile wait for it. */
export const MIGRATION_TIMEOUT = MINUTE;
/** A second process on the same SQLite file waits this long for a write lock; writes take well under a millisecond. */
export const SQLITE_BUSY_TIMEOUT = 5 * SECOND;
/** The longest wait for the file: above SQLITE_BUSY_TIMEOUT, so that a lock is distinguished from a hanging disk. */
export const SQLITE_PATIENCE = 6 * SECOND;
/**
 * The least time between two groups of changes, each with one sync. On a disk that syncs faster than this, a change soon after
 * another one still shares a sync with the following ones. A single change does not wait.
 */
export const SQLITE_GROUPS_APART = 3;
/** The pause between tries to open a file again: each try starts a thread. */
export const SQLITE_REOPEN_PAUSE = SECOND;
/**
 * How long a start waits for the check of the file's pages, enough for some gigabytes; the check of a larger file goes on in the
 * background.
 */
export const SQLITE_CHECK_WITHIN = 5 * SECOND;
/** Each proxy asks for readiness every second; one write to the ledger serves all of them. */
export const PROBE_KEPT = SECOND;
/** A ledger that has not written within this time is not ready: below the two seconds that a proxy waits (deploy/haproxy.cfg). */
export const PROBE_WITHIN = 1.5 * SECOND;
/** A group of this many changes does not wait for more: it takes a few milliseconds. */
export const SQLITE_GROUP_ENOUGH = 32;
/* ── E-mail addresses ───────────────────────────────────────────────────────────────────────────────────────────── */

/** How long an address is kept after its order's last change: users ask about orders for half a year. Days. */
export const EMAIL_KEPT_DAYS = 180;
/** A session lives an hour at most, and an instance's clock is off by less than the rest of two days. */
export const EMAIL_KEPT_DAYS_LEAST = 2;
export const EMAIL_KEPT_DAYS_MOST = 3_650;
export const DAY = 24 * HOUR;
/** A session that opens this shortly before the address would be forgotten keeps the address: above the session's life. */
export const EMAIL_MARGIN = DAY;
/** How often expired addresses are searched for: days count, not hours. */
export const FORGET_EVERY = HOUR;
/** Addresses removed at once, some 40 ms of one core each… */
export const FORGET_BATCH = 20;
/** …and the pause between two batches, so that a large old ledger costs a tenth of a core and 10,000 an hour. */
export const FORGET_PAUSE = 7 * SECOND;

/* ── The process ────────────────────────────────────────────────────────────────────────────────────────────────── */

/** The contract allows 40 s to stop; a Redeem under way has 35. */
export const STOP_WITHIN = 38 * SECOND;
/** A proxy that asks `/readyz` every second, and acts on the second answer, has stopped sending by then. */
export const DRAIN_FOR = 3 * SECOND;

/* ── What clients send ──────────────────────────────────────────────────────────────────────────────────────────── */

/** The largest request of the contract (500 SKUs) is below 70 kB. */
export const REQUEST_LIMIT_BYTES = 100_000;
/**
 * Wrong keys of one kind (operators', sites') that an address may try in a minute: more than an operator who mistypes a key needs,
 * and more than a scraper with an old key sends. Guessing a random key stays hopeless.
 */
export const REFUSED_KEYS_PER_MINUTE = 20;
/**
 * The time for a client to send the headers of a request, some 1 kB. With node:http's own 60 s a thousand slow connections would
 * hold a process's sockets and memory for a minute each…
 */
export const HEADERS_WITHIN = 10 * SECOND;
/** …and with its 300 s for the whole request, for five. This time is enough for the largest request at 50 kbit/s. */
export const REQUEST_WITHIN = 15 * SECOND;
/**
 * A connection on which nothing moves for this long is closed: its client takes no answer. Above CHANGE_TIMEOUT, for which a site's
 * refund may wait in silence.
 */
export const SILENT_MAX = 40 * SECOND;
/** How long an idle connection is kept: longer than the pools of the usual proxies, which would else send into a closed one. */
export const IDLE_KEPT = 75 * SECOND;
/** Requests of one connection that are answered at the same time. Browsers and proxies send the next request after the answer… */
export const PIPELINED_MAX = 8;
/** …and a connection with more than this many further requests, some 6 kB each, is closed: no honest client sends so far ahead. */
export const PIPELINED_WAITING_MAX = 24;
/** Open connections, some 20 kB each while idle: more than an instance can serve. */
export const CONNECTIONS_OPEN_MAX = 4_000;
/** How often slow clients are searched for. */
export const SLOW_CLIENTS_EVERY = 2 * SECOND;
/** How long browsers may remember a preflight: a catalog and a booking then cost one each. Chromium allows no more. */
export const PREFLIGHT_MAX_AGE_SECONDS = 7200;
/** Names of headers that a preflight may ask for beside our own: more than several monitoring scripts add together… */
export const ASKED_HEADERS_MAX = 20;
/** …and the longest such name. */
export const ASKED_HEADER_MAX_CHARS = 64;
/** How long browsers reach the server by https only: a year, as their preload lists require. */
export const STRICT_TRANSPORT_SECONDS = 31_536_000;
/** `/widget.js` names the current version; a release reaches every page within this. */
export const WIDGET_STUB_MAX_AGE_SECONDS = 300;
/**
 * How long a version of the widget is kept after an instance last used it: the contract's 90 days, and a day for the interval of
 * the records and for different clocks.
 */
export const WIDGET_VERSION_KEPT = 91 * DAY;
/** How often an instance records that its version is in use. */
export const WIDGET_CURRENT_EVERY = HOUR;
/** Versions of other instances that an instance keeps in memory, some 150 kB each; older ones are read from the ledger again. */
export const WIDGET_VERSIONS_IN_MEMORY = 20;
/** Versioned files never change: a year, the longest caches keep. */
export const IMMUTABLE_MAX_AGE_SECONDS = 31_536_000;

/* ── Histograms: upper ends of the buckets, seconds ─────────────────────────────────────────────────────────────── */

/** From an answer from memory to 12 s, the limit of a confirmation's answer; lists of sites may take longer. */
export const REQUEST_BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12, 30];
/** From a quick read to READ_TIMEOUT and CHANGE_TIMEOUT, after which calls are given up. */
export const UPSTREAM_BUCKETS_SECONDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 35];
/** A round asks the ledger a few questions, and the service at most for its time: seconds mean that one of them is faulty. */
export const RECONCILER_BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 3, 10, 30];
