import type { TraceContext } from '../../kernel/event.js';
import { Rejection } from '../../kernel/rejection.js';
import { token } from '../../kernel/token.js';

/** Ids, names, codes, sizes and positions only, as in lines of the log. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Code of what went wrong, for a span: no text, because texts may hold what was sent. */
export const faultOf = (error: unknown): string =>
  error instanceof Rejection ? error.code : error instanceof Error ? error.constructor.name : 'unknown';

export interface Span {
  readonly context: TraceContext;
  /** A part of it. */
  child(name: string, attributes?: Attributes): Span;
  /** Only the first call counts. @param fault code of what went wrong */
  end(attributes?: Attributes, fault?: string): void;
}

/** The span of the caller, and whether the caller records it. */
export interface ParentContext extends TraceContext {
  readonly isSampled: boolean;
}

export interface SpanStart {
  /** `server`: of a request. `client`: of a call to the outside. */
  readonly kind: 'server' | 'client' | 'internal';
  /** The trace that it continues; left out: it begins one. */
  readonly parent?: ParentContext | undefined;
  /** The span that led to it, which may be of another trace. */
  readonly cause?: TraceContext | undefined;
  readonly attributes?: Attributes;
}

/** Spans of what the service does. None delays or fails what it describes. */
export interface Tracing {
  /** False: no span is ever made. */
  readonly isOn: boolean;
  /** The span that `within` was called with, until it ends. */
  readonly active: Span | undefined;
  /** Undefined where tracing is off. */
  begin(name: string, start: SpanStart): Span | undefined;
  /** Runs `work` and all that follows from it within the span. */
  within<T>(span: Span | undefined, work: () => T): T;
}

/** One value of a metric. `name` is its own in histograms: `…_bucket`, `…_sum`, `…_count`. */
export interface MetricValue {
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A metric as `/metrics` has it. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly MetricValue[];
}

/** Traces and metrics for a collector of the operator. */
export interface Telemetry extends Tracing {
  /** Spans that the collector did not take. */
  readonly dropped: number;
  /** Sends what `read` returns, again and again. */
  push(read: () => Promise<readonly MetricFamily[]>): void;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

export const TELEMETRY = token<Telemetry>('Telemetry');

export const NO_TELEMETRY: Telemetry = {
  isOn: false,
  active: undefined,
  dropped: 0,
  begin: () => undefined,
  within: (_, work) => work(),
  push: () => undefined,
  close: async () => undefined,
};
