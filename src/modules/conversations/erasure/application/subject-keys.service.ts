import { Inject, Injectable } from '@nestjs/common';
import type { Subject } from '../../../../kernel/erasure.js';
import { DATA_KEYS, type DataKeys, type EndedSubject } from '../../../../ports/stores/data-keys.js';

/** Ends the keys of what is erased. */
@Injectable()
export class SubjectKeys {
  constructor(@Inject(DATA_KEYS) private readonly keys: DataKeys) {}

  /** Durable when it returns. A repeat changes nothing. With a conversation go its participants and messages. */
  end(tenantId: string, subject: Subject): Promise<void> {
    return this.keys.end(tenantId, [endedOf(subject)]);
  }

  endMessage(tenantId: string, conversationId: string, sequence: number): Promise<void> {
    return this.keys.end(tenantId, [{ kind: 'message', conversationId, sequence }]);
  }
}

function endedOf(subject: Subject): EndedSubject {
  if (subject.kind === 'user') return { kind: 'user', id: subject.userId };
  const { conversationId } = subject;
  return subject.kind === 'conversation'
    ? { kind: 'conversation', id: conversationId }
    : { kind: 'participant', conversationId, id: subject.participantId };
}
