import { Inject, Injectable } from '@nestjs/common';
import type { Subject } from '../../../../kernel/erasure.js';
import { DATA_KEYS, type DataKeys, type EndedSubject } from '../../../../ports/stores/data-keys.js';

/** The keys of messages end with the event of their deletion alone. */
export type KeyedSubject = Exclude<Subject, { readonly kind: 'message' }>;

/** Ends the keys of what is erased. */
@Injectable()
export class SubjectKeys {
  constructor(@Inject(DATA_KEYS) private readonly keys: DataKeys) {}

  /** Durable when it returns. A repeat changes nothing. With a conversation go its participants and messages. */
  end(tenantId: string, subject: KeyedSubject): Promise<void> {
    return this.keys.end(tenantId, [endedOf(subject)]);
  }
}

function endedOf(subject: KeyedSubject): EndedSubject {
  if (subject.kind === 'user') return { kind: 'user', id: subject.userId };
  const { conversationId } = subject;
  return subject.kind === 'conversation'
    ? { kind: 'conversation', id: conversationId }
    : { kind: 'participant', conversationId, id: subject.participantId };
}
