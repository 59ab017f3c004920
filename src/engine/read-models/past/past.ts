import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '../../../kernel/event.js';
import type { Instant } from '../../../kernel/instant.js';
import type { AnyProjection, Collection } from '../../../kernel/projection.js';
import type { Reader } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import type { StreamDocuments } from '../stream-documents.js';

/** A tenant as of a moment. */
export interface Past {
  readonly tenantId: string;
  readonly log: EventLog;
  /** The last event that counts, inclusive. */
  readonly position: Position;
  readonly at: Instant;
  /** Documents as of the moment. */
  reader<Doc>(collection: Collection<Doc>): Reader<Doc>;
  /** Documents as they are now. */
  present<Doc>(collection: Collection<Doc>): Reader<Doc>;
  /** The documents that one stream makes up to the moment. The stream is read once. */
  stream(category: string, id: string): Promise<StreamDocuments>;
}

/** Reads documents as of a moment whose events are in several streams, or in a stream too long to be folded. */
export interface PastSource {
  readonly projection: AnyProjection;
  // biome-ignore lint/suspicious/noExplicitAny: a list of sources is of mixed documents.
  readonly reader: (past: Past) => Reader<any>;
}

const current = new AsyncLocalStorage<Past>();

/** All documents that the work reads are those of the past. */
export const inPast = <T>(past: Past, work: () => T): T => current.run(past, work);

export const inPresent = <T>(work: () => T): T => current.exit(work);

/** The moment that the work at hand reads as of; undefined: now. */
export const thePast = (): Past | undefined => current.getStore();
