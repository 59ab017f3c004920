import type { Position } from '../../../../kernel/event.js';
import { epochMs, type Instant, instant } from '../../../../kernel/instant.js';

export const CHANNELS = ['SMS', 'EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Facts of a notification that its readers see, in addition to its outcome. */
export interface About {
  readonly id: string;
  readonly conversationId: string;
  readonly participantId: string;
  readonly templateName?: string;
  readonly language?: string;
  readonly runId?: string;
  /** The workflow of the run. */
  readonly workflowId?: string;
  /** Position of the event from whose conversation_data the text is rendered. Default: the present data. */
  readonly dataAt?: Position;
  /** Id of the failed notification that it replaces. */
  readonly resendOf?: string;
  readonly correlationId: string;
  /** Id of the event that requested it. Absent in notifications of earlier versions. */
  readonly eventId?: string;
  /** Placeholders of its text without a value. */
  readonly missing?: readonly string[];
}

/** Content for the sender. It stays sealed until it is sent, because it names people and opens their conversation. */
export interface Content {
  readonly to: string;
  readonly text: string;
  /** Name of the sender: of an SMS that of the conversation type, of a mail the tenant's. */
  readonly sender?: string;
  /** Subject of a mail. */
  readonly subject?: string;
}

export const CONTENT = 'notification';

const LAST_MS = 9_999_999_999_999;

/** Ids of conversations contain no `.`. */
export const inConversation = (conversationId: string): string => `${conversationId}.`;

/** Later ones come first in the order of ids, those of one call in theirs. */
export function effectId(conversationId: string, at: Instant, place: number, id: string): string {
  const before = String(LAST_MS - epochMs(at)).padStart(13, '0');
  return `${inConversation(conversationId)}${before}.${String(place).padStart(4, '0')}.${id}`;
}

const SUBJECTS: Readonly<Record<string, (tenant: string) => string>> = {
  en: (tenant) => `New message from ${tenant}`,
  de: (tenant) => `Neue Nachricht von ${tenant}`,
};

export const subjectFor = (language: string, tenant: string): string =>
  (SUBJECTS[language] ?? SUBJECTS.en)?.(tenant) ?? tenant;

const UUID7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Time of the decision in the id of a notification, in milliseconds since the epoch; undefined for another form of id.
 */
export function timeIn(id: string): number | undefined {
  const [, high, low] = UUID7.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}

/** Time of the decision in the id of a notification. @throws RangeError for another form of id */
export function decidedAt(id: string): Instant {
  const ms = timeIn(id);
  if (ms === undefined) throw new RangeError(`${id} is not the id of a notification`);
  return instant(ms);
}
