/**
 * Traces: one from the browser's request to the calls that it causes, also those that leave after its answer. Here is what the server
 * tells of each; open-telemetry.ts sends it, where the settings name a collector. Source: docs/server/metrics.md, "Traces".
 */

/** What a span says, and nothing that the metrics would not: patterns, operations, statuses, problem codes. */
export interface Told {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly isFailed: boolean;
}

export interface Tracing {
  /** @param headers of the request, which may name the trace that it is part of */
  request<T>(headers: Headers, work: () => Promise<T>, told: (result: T) => Told): Promise<T>;
  /** A call that leaves. @param work is given the headers that carry the trace on */
  call<T>(
    work: (passedOn: Readonly<Record<string, string>>) => Promise<T>,
    told: (result: T) => Told,
  ): Promise<T>;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

export const untraced: Tracing = {
  request: (_, work) => work(),
  call: (work) => work({}),
  close: async () => {},
};
