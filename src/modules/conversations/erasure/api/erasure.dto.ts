import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import type { Erasure, ErasureKind } from '../../../../kernel/erasure.js';
import { certificateOf } from '../domain/erasure.certificate.js';

const KINDS = ['CONVERSATION', 'PARTICIPANT', 'USER', 'RETENTION', 'MESSAGE'] as const satisfies readonly ErasureKind[];
const NOTE_LENGTH = 8_192;
const ACTOR_LENGTH = 300;

/** The query of a DELETE that may erase too. */
export class EraseQueryDto {
  @BooleanField({
    description: 'True: the content is erased too, even in the event log. Only OWNER and API_KEY. Default: false.',
    optional: true,
  })
  erase?: boolean;
}

export class ErasureQueryDto extends PageQueryDto {
  @ChoiceField({
    description: 'Lists only erasures of this kind. Deletions of messages are listed only with MESSAGE.',
    of: KINDS,
    optional: true,
  })
  kind?: ErasureKind;

  @IdField({ description: 'Lists only erasures of the subject with this id.', optional: true })
  subject_id?: string;
}

export class ErasureDto {
  @UuidField({ description: 'Id of the erasure. It is the id of the event that decided it.' })
  id!: string;

  @ChoiceField({
    description: 'Kind of the subject. RETENTION is a conversation that its retention policy removed.',
    of: KINDS,
  })
  kind!: ErasureKind;

  @IdField({ description: 'Id of the conversation, participant, user or message.' })
  subject_id!: string;

  @IdField({ description: 'Id of the conversation. Absent for USER.', optional: true })
  conversation_id?: string;

  @TextField({
    description:
      'Principal who requested the erasure. It is `user:`, `participant:` or `key:` with an id, or `system`.',
    max: ACTOR_LENGTH,
  })
  requested_by!: string;

  @TimestampField({ description: 'Time of the request.' })
  requested_at!: string;

  @TimestampField({
    description: 'Time at which the erasure was complete. Absent while it is in progress.',
    optional: true,
  })
  completed_at?: string;

  @IntegerField({
    description: 'Number of events with erased content.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  events!: number;

  @TextField({
    description:
      'Signed note (C2SP) over the canonical JSON (RFC 8785) of this object without `signature`. Absent for MESSAGE and while the erasure is in progress.',
    max: NOTE_LENGTH,
    optional: true,
  })
  signature?: string;
}

export const ErasureListDto = ListDto('erasures', ErasureDto);

export const toErasureDto = (erasure: Erasure): ErasureDto => ({
  ...certificateOf(erasure),
  ...(erasure.signature === undefined ? {} : { signature: erasure.signature }),
});
