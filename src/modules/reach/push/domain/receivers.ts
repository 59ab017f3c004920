import { epochMs, type Instant, SECOND } from '../../../../kernel/instant.js';
import type { ParticipantKind } from '../../../conversations/conversation/domain/membership.events.js';

/** A participant reads the conversation for this time after HAS_CONVERSATION_OPEN. */
const OPEN_MS = 30 * SECOND;

interface Taking {
  readonly id: string;
  readonly kind: ParticipantKind;
  readonly userId?: string;
}

/** A message that others get a push for. */
export interface Told {
  readonly at: Instant;
  readonly participantId: string;
  /** The sender, as the log names them. */
  readonly actor: string;
}

/** Clients and users who take part, except the author. A user who writes takes part from then on. */
export const receiversOf = <M extends Taking>(members: Iterable<M>, { participantId, actor }: Told): readonly M[] =>
  [...members].filter(
    ({ id, kind, userId }) =>
      (kind === 'CLIENT' || kind === 'USER') &&
      id !== participantId &&
      actor !== `participant:${id}` &&
      (userId === undefined || actor !== `user:${userId}`),
  );

/** Whether a participant had the conversation open when the message came, or opened it since. */
export const hadOpen = (openAt: Instant | undefined, { at }: Told): boolean =>
  openAt !== undefined && epochMs(at) - epochMs(openAt) < OPEN_MS;
