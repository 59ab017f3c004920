import type { Command } from '../../kernel/command.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { faultOf, type Span, type Tracing } from '../../ports/process/tracing.js';

interface Running<O extends { readonly position: Position }> {
  readonly command: Command;
  readonly done: (outcome: O) => void;
  readonly failed: (error: unknown) => void;
}

/** A command of a batch, with the events that it appends. */
interface Appending {
  readonly waiting: object;
  readonly events: readonly unknown[];
}

/** Spans of commands, and in them those of their appends. A command has one where its caller has one. */
export class CommandSpans {
  private readonly spans = new WeakMap<object, Span>();

  constructor(
    private readonly tracing: Pick<Tracing, 'active'>,
    /** Name of the event store. */
    private readonly engine: string,
  ) {}

  begin<O extends { readonly position: Position }>(category: string, running: Running<O>): Running<O> {
    const { command, done, failed } = running;
    const span = this.tracing.active?.child(command.type, { 'tidings.stream.category': category });
    if (!span) return running;
    const traced: Running<O> = {
      command,
      done: (outcome) => {
        span.end({ 'tidings.position': outcome.position });
        done(outcome);
      },
      failed: (error) => {
        span.end({}, faultOf(error));
        failed(error);
      },
    };
    this.spans.set(traced, span);
    return traced;
  }

  /** The append of a batch is a part of each of its commands. */
  async around(decided: readonly Appending[], write: () => Promise<readonly Recorded[]>): Promise<readonly Recorded[]> {
    const own = decided.flatMap(({ waiting, events }) => {
      if (events.length === 0) return [];
      const attributes = { 'tidings.engine': this.engine, 'tidings.events': events.length };
      return this.spans.get(waiting)?.child('append', attributes) ?? [];
    });
    if (own.length === 0) return write();
    try {
      const recorded = await write();
      const position = recorded.at(-1)?.meta.position;
      for (const span of own) span.end(position === undefined ? {} : { 'tidings.position': position });
      return recorded;
    } catch (error) {
      for (const span of own) span.end({}, faultOf(error));
      throw error;
    }
  }
}
