import type { Recorded } from '../../../kernel/event.js';
import type { Traced, TraceSource } from './trace-source.js';

/** The trace sources of all modules. */
export class TraceSources implements Required<TraceSource> {
  private sources: readonly TraceSource[] = [];

  /** Before the start. */
  use(sources: readonly TraceSource[]): void {
    this.sources = sources;
  }

  async of(event: Recorded): Promise<Traced> {
    const found = await Promise.all(this.sources.map((source) => source.of(event)));
    return Object.assign({}, ...found);
  }

  async eventOf(tenantId: string, id: string): Promise<string | undefined> {
    for (const source of this.sources) {
      const found = await source.eventOf?.(tenantId, id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
