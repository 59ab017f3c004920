import { type Attributes, faultOf, type Span, type SpanStart, type Tracing } from '../../ports/process/tracing.js';

/** Attributes that are known once the work is over. */
export interface SpanEnd {
  readonly attributes?: Attributes;
  /** Code of what went wrong. */
  readonly fault?: string | undefined;
}

/** Does work that no caller waits for in a trace of its own, with a link to the span that caused it. */
export async function inOwnTrace<T>(
  tracing: Tracing,
  name: string,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
  endOf: (result: T) => SpanEnd = () => ({}),
): Promise<T> {
  const span = tracing.begin(name, start);
  if (!span) return work(undefined);
  try {
    const result = await tracing.within(span, () => work(span));
    const { attributes, fault } = endOf(result);
    span.end(attributes, fault);
    return result;
  } catch (error) {
    span.end({}, faultOf(error));
    throw error;
  }
}
