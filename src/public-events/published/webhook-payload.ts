import { writePosition } from '../../catalogue/positions.js';
import type { WebhookType } from '../../catalogue/webhook-types.js';
import type { EventLog } from '../../engine/log/event-log.js';
import { eventAt } from '../../engine/log/stream-search.js';
import { type FrameParts, Frames } from '../frames/frames.js';
import { DeletedSince } from './deleted-since.js';
import type { PublicEventHistory } from './history.js';
import { type PublishedEvent, toPublishedEvent } from './published-event.js';
import { webhookPublications } from './webhook-publications.js';

/** The body of a webhook, and an event of `GET /events` without its id. */
export interface Payload {
  readonly type: WebhookType;
  readonly timestamp: string;
  readonly position: string;
  readonly data: object;
}

export interface PublishedPayload {
  readonly published: PublishedEvent;
  readonly payload: Payload;
}

/** Whether the event has a webhook of one of these types. */
export function isAmong(types: ReadonlySet<WebhookType>, { event }: PublishedEvent): boolean {
  const publication = webhookPublications[event.type];
  return publication !== 'none' && types.has(publication.type);
}

/** Payloads of events. An instance is handed every published event of the log, in order, by `of` or `advance`. */
export class Payloads {
  private readonly frames: Frames;

  constructor(log: EventLog, parts?: FrameParts) {
    this.frames = new Frames(log, parts);
  }

  /** For an event whose payload is not needed. */
  advance(published: PublishedEvent): void {
    this.frames.advance(published);
  }

  /** For an event that this version cannot read. */
  passOver(stream: string): void {
    this.frames.passOver(stream);
  }

  /** undefined when the event has nothing to show. Synchronous for the most frequent event, a posted message. */
  of(published: PublishedEvent): Payload | undefined | Promise<Payload | undefined> {
    const publication = webhookPublications[published.event.type];
    if (publication === 'none') {
      this.advance(published);
      return undefined;
    }
    const { type, shows } = publication;
    const shown = this.frames.shown(published, shows);
    if (shown instanceof Promise) return shown.then((each) => toPayload(type, published, each));
    return toPayload(type, published, shown);
  }
}

function toPayload(type: WebhookType, { event: { meta }, conversationId }: PublishedEvent, shown: object | undefined) {
  if (!shown) return undefined;
  const [[member, resource] = ['', undefined]] = Object.entries(shown);
  if (!resource) return undefined;
  const data: object = member === 'read_status' ? { conversation_id: conversationId, ...resource } : resource;
  return { type, timestamp: meta.at, position: writePosition(meta.position), data };
}

/** The payload of one event. It is the same at any later time, except for a message deleted since. */
export async function payloadOf(
  history: PublicEventHistory,
  stream: string,
  version: number,
  id?: string,
): Promise<Payload | undefined> {
  const event = await eventAt(history.log, stream, version);
  const isIt = event?.meta.version === version && (id === undefined || event.meta.id === id);
  const published = isIt ? toPublishedEvent(event) : undefined;
  if (!published) return undefined;
  const deleted = new DeletedSince(history);
  await deleted.load([published.event]);
  return new Payloads(history.log, { deleted, links: history.links }).of(published);
}
