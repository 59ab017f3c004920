import type { WebhookType } from '../catalogue/webhook-types.js';
import type { EventLog } from '../engine/log/event-log.js';
import { writePosition } from '../http/fields/positions.js';
import { Frames } from './frames.js';
import { type PublishedEvent, toPublishedEvent } from './published-event.js';
import { webhookPublications } from './webhook-publications.js';

/** The body of a webhook, and an event of the feed. */
export interface Payload {
  readonly type: WebhookType;
  readonly timestamp: string;
  readonly position: string;
  readonly data: object;
}

/** Whether the event has a webhook of one of these types. */
export function isAmong(types: ReadonlySet<WebhookType>, { event }: PublishedEvent): boolean {
  const publication = webhookPublications[event.type];
  return publication !== 'none' && types.has(publication.type);
}

/** Events as receivers are told them. One of these walks through the log once, in its order. */
export class Payloads {
  private readonly frames: Frames;

  constructor(log: EventLog) {
    this.frames = new Frames(log);
  }

  /** An event that nobody is told of. */
  pass(told: PublishedEvent): void {
    this.frames.pass(told);
  }

  /** undefined: there is nothing to tell. */
  of(told: PublishedEvent): Payload | undefined | Promise<Payload | undefined> {
    const publication = webhookPublications[told.event.type];
    if (publication === 'none') {
      this.pass(told);
      return undefined;
    }
    const { type, shows } = publication;
    const shown = this.frames.shown(told, shows);
    if (shown instanceof Promise) return shown.then((each) => payload(type, told, each));
    return payload(type, told, shown);
  }
}

function payload(type: WebhookType, { event: { meta }, conversationId }: PublishedEvent, shown: object | undefined) {
  if (!shown) return undefined;
  const [[member, resource] = ['', undefined]] = Object.entries(shown);
  if (!resource) return undefined;
  const data: object = member === 'read_status' ? { conversation_id: conversationId, ...resource } : resource;
  return { type, timestamp: meta.at, position: writePosition(meta.position), data };
}

/** What an event was told as, long after. */
export async function payloadOf(log: EventLog, stream: string, version: number): Promise<Payload | undefined> {
  const [event] = await log.read(stream, { from: version, limit: 1 });
  const told = event && event.meta.version === version ? toPublishedEvent(event) : undefined;
  return told && new Payloads(log).of(told);
}
