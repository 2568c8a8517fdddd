/**
 * The versions of the widget that a page may still ask for. An instance publishes its own version to the ledger before its first
 * answer, so that every other instance, also an older one, can serve that version. Source: docs/server/routes.md.
 */
import { LRUCache } from "lru-cache";
import type { ClockWatch } from "../ledger/clock-watch.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { WIDGET_CURRENT_EVERY, WIDGET_VERSION_KEPT, WIDGET_VERSIONS_IN_MEMORY } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { fromArchive, toArchive, type WidgetBuild, type WidgetFile, type WidgetVersion } from "./version.ts";

export interface WidgetVersionsOptions {
  /** This instance's own version; absent in tests that need no widget. */
  readonly build: WidgetBuild | undefined;
  readonly ledger: Pick<Ledger, "noteWidget" | "addWidget" | "readWidget" | "removeWidgetsBefore">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "mayDelete">;
  readonly log: Log;
}

export class WidgetVersions {
  readonly build: WidgetBuild | undefined;
  readonly #ledger: WidgetVersionsOptions["ledger"];
  readonly #clock: Clock;
  readonly #clockWatch: WidgetVersionsOptions["clockWatch"];
  readonly #log: Log;
  /** Versions of other instances. */
  readonly #others: LRUCache<string, WidgetVersion>;

  constructor({ build, ledger, clock, clockWatch, log }: WidgetVersionsOptions) {
    this.build = build;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#clockWatch = clockWatch;
    this.#log = log;
    this.#others = new LRUCache({
      max: WIDGET_VERSIONS_IN_MEMORY,
      async fetchMethod(version) {
        const archive = await ledger.readWidget(version);
        return archive === undefined ? undefined : fromArchive(version, archive);
      },
      ignoreFetchAbort: true,
    });
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
        if (await this.#clockWatch.mayDelete())
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
    const found = version === this.build?.version ? this.build : await this.#others.fetch(version);
    return found?.files.get(name);
  }
}
