/**
 * Every delay, deadline and count of the server, each with its reason. Milliseconds unless the name says otherwise.
 * docs/proof/rules.md has the rules by number.
 */
import { CONFIRM_MARGIN_SECONDS } from "../shared/hold.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/* ── Calls to the fulfillment service ───────────────────────────────────────────────────────────────────────────── */

/** Reads answer from stored data; a slower read means a faulty service, and the user is waiting. */
export const READ_TIMEOUT = 10 * SECOND;
/** The running server examines itself for its report, one call after the other. */
export const REPORT_TIMEOUT = 2 * MINUTE;
/** docs/proof/rules.md, rule 7, assumes clocks that agree to seconds; an answer itself may have taken half a minute. */
export const CLOCK_DIFFERENCE_MAX = MINUTE;
/** A wrong clock is wrong in every answer: the operator is told once in this time. */
export const CLOCK_WARNING_EVERY = HOUR;
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
/** Requests that refused tokens may cause: one early revocation is ordinary, several in a row are not… */
export const TOKEN_BURST = 2;
/** …within this time. A fresh token that is refused at once will not get better by asking again in a loop. */
export const TOKEN_MIN_INTERVAL = 30 * SECOND;
/** The life of a token whose answer does not name it. */
export const TOKEN_DEFAULT_LIFE = 10 * MINUTE;

/* ── Catalog ────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** No booking on a catalog that is older (I9); viewers get one as old. */
export const CATALOG_MAX_AGE = 60 * SECOND;
/** A booking on a catalog this close to its end reads it anew: a Book leaves within LEAVE_WITHIN of the check. */
export const CATALOG_BOOK_MARGIN = 11 * SECOND;
/** A refused reward makes its catalog doubtful: one more read, but not one for every try. */
export const CATALOG_DOUBT = 1 * SECOND;
/** While the service fails, users may view the last catalog for this time; nothing is booked on it. */
export const CATALOG_STALE_MAX = 15 * MINUTE;
/** After a failed read the next viewer must not ask again at once. */
export const CATALOG_RETRY = 5 * SECOND;
/**
 * How long an opening waits for a catalog that has to be read. A widget that gets no catalog asks for it separately, so that a
 * hanging service does not delay the order.
 */
export const OPENING_CATALOG_WAIT = 3 * SECOND;
/** How long a pass waits for the reward's texts and logo, which pages have mostly asked for before: without them it still is a pass. */
export const PASS_PARTS_WAIT = 1 * SECOND;
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
/** The ledger is asked for so many of them at once. */
export const SITE_SCAN_STEP = 100;
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
/** The wait before a browser polls. */
export const POLL_AFTER = 2 * SECOND;
/** An order that was read within this time is not read again: a caller that polls it costs one read in this time. */
export const FRESH_FOR = 5 * SECOND;
/** The longest wait for a fresher view of an order: then the stored one is shown. */
export const FRESH_WITHIN = 3 * SECOND;
/** Redemptions whose last read is remembered: more than are viewed in `FRESH_FOR`. */
export const FRESH_KEPT = 10_000;
/**
 * The lease of an order's worker, from the write that takes or keeps it: an order whose process died goes on within this time and
 * a round of the reconciler.
 */
export const LEASE = 15 * SECOND;
/** A lease is kept while a call is under way: three renewals may fail before it ends. */
export const LEASE_RENEW_EVERY = 4 * SECOND;
/** A call leaves within this time of the write that announced it, or not at all: well below LEASE. */
export const LEAVE_WITHIN = 10 * SECOND;
/** Waits between two tries to learn an outcome: short at first, because the user waits… */
export const RETRY_DELAYS = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND, 15 * SECOND] as const;
/** …then this for a Book, which bills nothing… */
export const BOOK_GAP_MAX = 30 * SECOND;
/** …and this after a confirmation, so that every created code is found within a minute of a fault's end (I7). */
export const CONFIRM_GAP_MAX = 15 * SECOND;
/** The window in which calls of an attempt are counted (rule 9), by their announcements: each may leave a little later… */
export const SEND_WINDOW = 10 * MINUTE + LEAVE_WITHIN;
/** …how many calls for a confirmation it may hold… */
export const SENDS_MAX = 6;
/** …how far apart: with so many sent, the next one leaves this long after the last. One is kept for the second minute of an outage… */
export const SENDS_APART = [0, 0, 0, 0, 30 * SECOND, 2 * MINUTE] as const;
/** …and how many Books. */
export const BOOK_SENDS_MAX = 20;
/** While no call may leave, the service is asked this often whether an effect came late. */
export const ASK_AGAIN = 20 * SECOND;
/** How often a `failed` redemption is redeemed again before a Cancel. */
export const FAILED_RETRIES = 3;
/** How often a Create may be refused after a sending whose outcome is unknown. */
export const CREATE_REFUSALS = 3;
/** A Cancel that the service refuses for this long is for a person. */
export const CANCEL_REFUSED_FOR = 30 * MINUTE;
/**
 * How late an effect may still come for a call that was answered: a gateway delivers the request a second time within the first, the
 * service takes the second over it, and its lists lag the third behind. Nothing here is shown by the interface:
 * docs/proof/assumptions.md names these, and the faults of the histories stay inside them.
 */
export const SECOND_COPY_WITHIN = MINUTE;
export const EFFECT_WITHIN = MINUTE;
export const LIST_LAG = 2 * MINUTE;
/** A refused Create is looked for when another copy of it would be listed. */
export const REFUSED_CREATE_ASKED_AFTER = SECOND_COPY_WITHIN + EFFECT_WITHIN + LIST_LAG;
/** While a lost ledger's hold stands, the order is looked up this often: the hold ends within half an hour. */
export const LOOK_UP_AGAIN = 30 * SECOND;
/** How long an opening or a new session waits for the look-up of its order: then its user is asked to wait. */
export const LOOK_UP_INSIDE = 4 * SECOND;
/** How long operators are told of a ledger that went back: a day's shifts. */
export const RECOVERY_TOLD_FOR = 24 * HOUR;
/** A look-up without an end for longer than a hold stands, and a list lags, is for a person; it goes on. */
export const LOOK_UP_WITHIN = 35 * MINUTE;
/** Codes may follow a Redeem by seconds: an order without them goes on the operators' list after this time. */
export const CODES_WITHIN = 60 * SECOND;
/** A waiting browser asks for missing codes this often. */
export const CODES_RETRY = 1 * SECOND;
/** Missing codes are read again after a share of the time waited so far, between these two… */
export const CODES_LOOK_SHARE = 1 / 4;
export const CODES_LOOK_FIRST = 2 * SECOND;
export const CODES_LOOK_MAX = HOUR;
/** …for as long as the redemption's month may last: then it can no longer be refunded. */
export const CODES_LOOK_FOR = 31 * 24 * HOUR;
/** Live holds, and attempts in ATTEMPTS_WINDOW, of one order: nobody who merely looks around meets them. */
export const HOLDS_MAX = 8;
export const ATTEMPTS_PER_DAY = 30;
export const ATTEMPTS_WINDOW = 24 * HOUR;
/** After this time with the outcome of a confirmation unknown, the order goes on the operators' list; the tries continue. */
export const OUTCOME_UNKNOWN_AFTER = 15 * MINUTE;
/** A working day: whoever signed in at the operator's page does so again after it. */
export const OPERATOR_SESSION = 8 * HOUR;
/** Whoever tries keys from many addresses does not fill the audit: it has so many of an instance a minute, and the log has all. */
export const REFUSALS_NOTED_MOST = 60;
export const REFUSALS_NOTED_WITHIN = MINUTE;
/** What `doctor` finds is found once in this time, however many ask: it takes a token of the service. */
export const EXAMINED_EVERY = MINUTE;
/** The lamps count failures over this time, as the alerts do: a moment of them is over before anybody looks. */
export const FAILURES_WITHIN = 5 * MINUTE;
/** How often an instance notes in the ledger that it works; three notes missed, it is silent; after an hour it is one that was replaced. */
export const INSTANCE_NOTED_EVERY = MINUTE;
export const INSTANCE_SILENT_AFTER = 3 * INSTANCE_NOTED_EVERY;
export const INSTANCE_FORGOTTEN_AFTER = HOUR;
/** An event that waits this long for its webhook, and an order that was due for this long, are for a person to look at. */
export const EVENT_LATE_AFTER = HOUR;
export const ORDER_OVERDUE_AFTER = 2 * MINUTE;
/** A copy of the ledger that failed is tried again after this time: the disk may have been full for a moment. */
export const BACKUP_RETRY = 5 * MINUTE;
/** How often the files of sites and keys are looked at: an operator who rotates a key waits for it. */
export const SETTINGS_LOOK_EVERY = 2 * SECOND;
/** Tries to change a row with concurrent changes; each lost race means that another process made progress. */
export const SWAP_TRIES = 50;
/** A worker waits this long for its own next try; what is due later is the reconciler's. */
export const WAKE_WITHIN = 30 * SECOND;
/** How often the reconciler looks for due orders. */
export const RECONCILE_EVERY = 3 * SECOND;
/** Orders that the reconciler wakes at once: enough to drain a backlog, few enough not to flood the service. */
export const RECONCILE_BATCH = 200;
/** Rows of an older release that a round of the reconciler brings up to date: a million in two hours, each round some 50 ms. */
export const OLDER_ROWS_AT_ONCE = 500;
/** Orders and grants of a member that can still be chosen from, and the orders of those grants: more than anybody looks through. */
export const OPEN_CHOICES_MAX = 500;
/** Orders of a member that are read at once. */
export const MEMBER_PAGE = 200;
/** An ended session is kept this long, so that its browser gets "expired" and not "unknown". */
export const SESSION_KEPT = 24 * HOUR;
/** Sessions that a process keeps in memory: so many users at once are read from the ledger once. Fewer with headings of the picker. */
export const SESSION_CHARS = 300;
/** A session that a site ends on one instance is ended on the others within this time. */
export const SESSION_READ_AGAIN = 5 * SECOND;
export const SESSIONS_KEPT_CHARS = 20_000 * SESSION_CHARS;
/** Orders whose limits of choice a process keeps in memory: some kilobytes each if a session names 500 SKUs. */
export const PINS_KEPT = 2_000;
/* ── The machine's clock ────────────────────────────────────────────────────────────────────────────────────────── */

/** A clock that stands further ahead of the last noted time is not believed at once. Source: docs/proof/rules.md, rule 19. */
export const CLOCK_LEAP_MOST = 24 * HOUR;
/** A clock that stands further behind it is reported. */
export const CLOCK_BEHIND_LEAST = MINUTE;
/** How often the time is noted: a machine may be off for a day less this without a doubt. */
export const CLOCK_NOTED_EVERY = 10 * MINUTE;
/**
 * A row that was written further ahead than this was written before the clock was set back: machines' clocks agree to seconds, and a
 * worker reckons the time from its last read.
 */
export const CLOCK_STEP_LEAST = 2 * SECOND;

/** How often a waiting request reads the ledger for changes of another instance. */
export const PEER_POLL = 500;

/* ── What happens at the service alone ──────────────────────────────────────────────────────────────────────────── */

/** How often the changes of a promotion are read while there are some: at most one list call a minute for each promotion… */
export const CHANGES_EVERY = MINUTE;
/**
 * …and while there are none: a change is told within ten minutes (docs/proof/invariants.md, I23), with a minute for the list's own
 * lag.
 */
export const CHANGES_QUIET_EVERY = 7 * MINUTE;
/** So far behind the last change the list is read again: it lags by LIST_LAG, and two changes may have one time. */
export const CHANGES_OVERLAP = 5 * MINUTE;
/** The first reading of a promotion goes back a month: what is older can no longer be refunded (docs/proof/interface.md, R8). */
export const CHANGES_FIRST = 31 * 24 * HOUR;
/** Pages of one reading. After a longer pause of the server, what lies below them is found when its order is looked at. */
export const CHANGES_PAGES_MOST = 50;
/**
 * A product may be refunded in the month of its redemption (docs/proof/interface.md, R8), and a day for the service's own time
 * zone.
 */
export const PRODUCT_WATCHED_FOR = 32 * 24 * HOUR;
/** A link waits for its user: nothing says how long. */
export const LINK_WATCHED_FOR = 366 * 24 * HOUR;

/* ── Events and webhooks ──────────────────────────────────────────────────────────────────────────── */

/** How long events are kept: 30 days (docs/webhooks.md, "When it fails"), and a day for the pieces in which they are removed. */
export const EVENTS_KEPT = 31 * 24 * HOUR;
/** Events that are removed in one round of the reconciler: more than a busy site makes between two of them. */
export const EVENTS_DELETED_AT_ONCE = 1_000;
/** How long it is known who did what: two years (docs/server/audit.md). */
export const DEEDS_KEPT = 731 * 24 * HOUR;
/**
 * A receiver that has not answered within this time has not taken the delivery. Source: docs/webhooks.md, "What your receiver
 * does".
 */
export const DELIVERY_TIMEOUT = 15 * SECOND;
/**
 * A site that is asked whether it allows a confirmation has not allowed it after this time: less than half of what a browser waits, so
 * that the redeem itself has its time. Source: docs/points/authorize.md.
 */
export const AUTHORIZE_TIMEOUT = 5 * SECOND;
/** A decision with its reason, several times over. Bytes. */
export const AUTHORIZE_ANSWER_MAX_BYTES = 10_000;
/** An answer's body is not looked at. Bytes. */
export const DELIVERY_ANSWER_MAX_BYTES = 100_000;
/** The waits between ten tries, three days in all. Source: Standard Webhooks, "Deliverability and reliability". */
export const DELIVERY_WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** The share by which a wait is longer at most: receivers that failed together are not asked together. */
export const DELIVERY_JITTER = 0.2;
/** The longest wait that a receiver may ask for, for one event. */
export const DELIVERY_WAIT_MAX = 24 * HOUR;
/** How long all events of a site wait after it: one answer must not silence a site for a day. */
export const DELIVERY_PAUSE_MAX = 5 * MINUTE;
/** After failures only for so long a webhook is off. Source: docs/webhooks.md, "When it fails". */
export const WEBHOOK_OFF_AFTER = 72 * HOUR;
/** Deliveries of one site at the same time; while its receiver fails, one. */
export const DELIVERIES_AT_ONCE = 8;
/** How often the sender looks for what is due; what is new wakes it. Well below LEASE, which it renews. */
export const SENDER_EVERY = 3 * SECOND;

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
/** What each limit of requests counts: the requests of a minute. Seconds. */
export const LIMITS_WINDOW_SECONDS = 60;
/** Changing tables may take a while, and the instances that start meanwhile wait for it. */
export const MIGRATION_TIMEOUT = MINUTE;
/** A change waits this long for a lock on the SQLite file that another process holds; writes take well under a millisecond. */
export const SQLITE_BUSY_TIMEOUT = 5 * SECOND;
/** The longest wait for the file: above SQLITE_BUSY_TIMEOUT, so that a lock is distinguished from a hanging disk. */
export const SQLITE_PATIENCE = 6 * SECOND;
/** How long the thread that owns the file stands still for a lock before it answers others and tries again. */
export const SQLITE_LOCK_STEP = 50;
/** The pause between tries to open a file again: each try starts a thread. */
export const SQLITE_REOPEN_PAUSE = SECOND;
/** Each proxy asks for readiness every second; one write to the ledger serves all of them. */
export const PROBE_KEPT = SECOND;
/** A ledger that has not written within this time is not ready: below the two seconds that a proxy waits (deploy/haproxy.cfg). */
export const PROBE_WITHIN = 1.5 * SECOND;
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

/** A Redeem under way, which may take 35 s, is waited for. */
export const STOP_WITHIN = 38 * SECOND;
/** A proxy that asks `/readyz` every second, and acts on the second answer, has stopped sending by then. */
export const DRAIN_FOR = 3 * SECOND;
/** How long before the certificate of passes expires `doctor` says so: Apple issues another one within a day. */
export const CERTIFICATE_NOTICE = 30 * DAY;

/* ── What clients send ──────────────────────────────────────────────────────────────────────────────────────────── */

/** The largest request of a site (500 SKUs) is below 70 kB. */
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
/**
 * The share of them that one address may hold where no proxy stands in front: an office of 80 browsers, and no address can take all.
 * With a proxy in front all connections are the proxy's, which has limits of its own.
 */
export const CONNECTIONS_PER_ADDRESS_MAX = 500;
/** Connections that are refused cause a line of the log this often. */
export const REFUSED_CONNECTIONS_TOLD_EVERY = MINUTE;
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
 * How long a version of the widget is kept after an instance last used it: 90 days (docs/upgrades.md, "What is promised"), and a
 * day for the interval of the records and for different clocks.
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
