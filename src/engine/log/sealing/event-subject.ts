import type { KeySubject, SubjectKind } from '../../../kernel/event.js';
import { parseInnerId, parseStreamName } from '../../../kernel/stream.js';

interface Naming {
  readonly conversationId?: string;
  readonly participantId?: string;
  readonly sequence?: number;
}

/** The subject of an event in a stream. Its data name what the stream does not. */
export function eventSubject(kind: SubjectKind, stream: string, data: unknown): KeySubject {
  const { id } = parseStreamName(stream);
  const { conversationId = id, participantId, sequence = 0 } = data as Naming;
  switch (kind) {
    case 'tenant':
      return { kind };
    case 'user':
      return { kind, id };
    case 'conversation':
      return { kind, id: conversationId };
    case 'participant': {
      if (participantId !== undefined) return { kind, conversationId, id: participantId };
      const [outer, inner] = parseInnerId(id);
      return { kind, conversationId: outer, id: inner };
    }
    case 'message':
      return { kind, conversationId, sequence, ...(participantId !== undefined && { participantId }) };
  }
}
