/**
 * The versions of the widget that a page may still ask for. An instance publishes its own version to the ledger before its first
 * answer, so that every other instance, also an older one, can serve that version. Source: contract, "For everyone".
 */
import type { Clock } from "../clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import { WIDGET_CURRENT_EVERY, WIDGET_VERSION_KEPT, WIDGET_VERSIONS_IN_MEMORY } from "../timing.ts";
import { fromArchive, toArchive, type WidgetBuild, type WidgetFile, type WidgetVersion } from "./version.ts";

export interface WidgetVersionsOptions {
  /** This instance's own version; absent in tests that need no widget. */
  readonly build: WidgetBuild | undefined;
  readonly ledger: Pick<
    Ledger,
    "noteWidget" | "addWidget" | "widgetVersions" | "readWidget" | "removeWidgetsBefore"
  >;
  readonly clock: Clock;
  readonly log: Log;
}

export class WidgetVersions {
  readonly build: WidgetBuild | undefined;
  readonly #ledger: WidgetVersionsOptions["ledger"];
  readonly #clock: Clock;
  readonly #log: Log;
  /** Versions read from the ledger, least recently used first. */
  readonly #read = new Map<string, Promise<WidgetVersion | undefined>>();
  #listing: Promise<readonly string[]> | undefined;
  #nextListing: Promise<readonly string[]> | undefined;

  constructor({ build, ledger, clock, log }: WidgetVersionsOptions) {
    this.build = build;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#log = log;
  }

  /** Stores the instance's own version, and records that it is in use. Later calls only record the use. */
  async publish(): Promise<void> {
    if (!this.build) return;
    const { version } = this.build;
    const now = this.#clock.now();
    if (await this.#ledger.noteWidget(version, now)) return;
    await this.#ledger.addWidget(version, now, toArchive(this.build));
    this.#log.info("widget published", { version });
  }

  /** Records from time to time that the own version is in use, and removes expired versions, until the signal fires. */
  async keep(signal: AbortSignal): Promise<void> {
    if (!this.build) return;
    while (!signal.aborted) {
      try {
        await this.publish();
        await this.#ledger.removeWidgetsBefore(this.#clock.now() - WIDGET_VERSION_KEPT);
      } catch (error) {
        this.#log.error("widget versions not kept", errorFields(error));
      }
      await this.#clock.sleep(WIDGET_CURRENT_EVERY, signal);
    }
  }

  /**
   * A file of any published version.
   * @returns undefined if the version was not published, or lacks the file
   * @throws LedgerUnavailable
   */
  async file(version: string, name: string): Promise<WidgetFile | undefined> {
    const found = version === this.build?.version ? this.build : await this.#find(version);
    return found?.files.get(name);
  }

  async #find(version: string): Promise<WidgetVersion | undefined> {
    const known = this.#read.get(version);
    if (known) {
      this.#read.delete(version);
      this.#read.set(version, known);
      return known;
    }
    if (!(await this.#isPublished(version))) return undefined;
    return this.#read.get(version) ?? this.#fetch(version);
  }

  /** Concurrent callers share one read; a failed read is not remembered. */
  #fetch(version: string): Promise<WidgetVersion | undefined> {
    const reading = this.#ledger
      .readWidget(version)
      .then((text) => (text === undefined ? undefined : fromArchive(version, text)));
    this.#read.set(version, reading);
    const forget = (): void => {
      if (this.#read.get(version) === reading) this.#read.delete(version);
    };
    reading.then((found) => found ?? forget(), forget);
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= WIDGET_VERSIONS_IN_MEMORY) break;
      this.#read.delete(oldest);
    }
    return reading;
  }

  /**
   * Checks the list of versions. One statement reads the list for all callers who asked before it began, so made-up versions cost
   * the database one small statement at a time, however many are asked for.
   */
  async #isPublished(version: string): Promise<boolean> {
    return (await this.#list()).includes(version);
  }

  #list(): Promise<readonly string[]> {
    if (!this.#listing) {
      this.#listing = this.#ledger.widgetVersions().finally(() => {
        this.#listing = undefined;
      });
      return this.#listing;
    }
    // A version may have been published after the present read began: later callers share the next read.
    this.#nextListing ??= this.#listing
      .catch(() => {})
      .then(() => {
        this.#nextListing = undefined;
        return this.#list();
      });
    return this.#nextListing;
  }
}
