/**
 * Every version of the widget that a page may still ask for. An instance publishes its own version to the ledger before it
 * answers anybody, so that every other instance can serve it, an older one included. Source: contract, "For everyone".
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
  /** Read from the ledger; the one that was asked for last stands last. */
  readonly #read = new Map<string, Promise<WidgetVersion | undefined>>();
  #listing: Promise<readonly string[]> | undefined;
  #nextListing: Promise<readonly string[]> | undefined;

  constructor({ build, ledger, clock, log }: WidgetVersionsOptions) {
    this.build = build;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#log = log;
  }

  /** Stores the instance's own version, and notes that it is in use. Later calls note only. */
  async publish(): Promise<void> {
    if (!this.build) return;
    const { version } = this.build;
    const now = this.#clock.now();
    if (await this.#ledger.noteWidget(version, now)) return;
    await this.#ledger.addWidget(version, now, toArchive(this.build));
    this.#log.info("widget published", { version });
  }

  /** Notes from time to time that the own version is in use, and removes those whose time is over, until the signal fires. */
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
   * @returns undefined where no version of this name was published, or it has no such file
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

  /** One reading for all who wait for it; one that failed is not remembered. */
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
   * Looks into the list of versions, which one statement reads for everybody who asked before it began: invented versions
   * cost the database one small statement at a time, however many are asked for.
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
    // A version may have been published after the list under way was read: those who come now share the next one.
    this.#nextListing ??= this.#listing
      .catch(() => {})
      .then(() => {
        this.#nextListing = undefined;
        return this.#list();
      });
    return this.#nextListing;
  }
}
