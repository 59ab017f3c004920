import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { SECOND } from '../../kernel/instant.js';

/** Spans that wait for the collector. Further ones are dropped. */
export const MOST_WAITING = 2_048;
const BATCH = 512;
const PAUSE_MS = SECOND;
const SUCCESS = 0;

/** Sends spans in batches, bounds those that wait, and counts those that the collector does not get. */
export class BoundedSpans implements SpanProcessor {
  dropped = 0;
  private waiting = 0;
  private readonly batches: BatchSpanProcessor;

  constructor(exporter: Pick<SpanExporter, 'export' | 'shutdown'>, failed: (error: unknown) => void) {
    const counting: SpanExporter = {
      export: (spans, done) => {
        this.waiting -= spans.length;
        exporter.export(spans, (result) => {
          if (result.code !== SUCCESS) {
            this.dropped += spans.length;
            failed(result.error);
          }
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    };
    this.batches = new BatchSpanProcessor({
      exporter: counting,
      maxQueueSize: MOST_WAITING,
      maxExportBatchSize: BATCH,
      scheduledDelayMillis: PAUSE_MS,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.waiting >= MOST_WAITING) {
      this.dropped++;
      return;
    }
    this.waiting++;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }
}
