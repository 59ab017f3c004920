import { limits } from '../../../../catalogue/limits/limits.js';
import { IntegerField, TextField, TextListField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { ListDto } from '../../../../http/fields/paging.dto.js';

const MOST_LEAVES = Number.MAX_SAFE_INTEGER;
/** Hashes of a proof in a tree of the most leaves. */
const MOST_HASHES = 128;
const HASH = { min: 44, max: 44 };

export class CheckpointDto {
  @IntegerField({ description: 'Number of events of the tenant that the checkpoint covers.', min: 1, max: MOST_LEAVES })
  size!: number;

  @TextField({ description: 'Root hash of the Merkle tree (RFC 9162) over these events, in base64.', ...HASH })
  root!: string;

  @TimestampField({ description: 'Time of the checkpoint.' })
  at!: string;

  @TextField({ description: 'Checkpoint as a signed note (C2SP tlog-checkpoint).', max: limits.checkpointNote })
  note!: string;
}

export const CheckpointListDto = ListDto('checkpoints', CheckpointDto);

export class ProofQueryDto {
  @UuidField({
    description: 'Id of the event, as in the event feed, in webhooks and in frames.',
    example: '0195b0c8-7f2a-7c3e-9d41-6b1f0a2c4e57',
  })
  event_id!: string;

  @IntegerField({
    description: 'Size of a checkpoint. Default: that of the latest checkpoint.',
    min: 1,
    max: MOST_LEAVES,
    optional: true,
  })
  size?: number;
}

export class ProofDto {
  @TextField({ description: 'Leaf hash of the event, in base64.', ...HASH })
  leaf!: string;

  @IntegerField({ description: 'Index of the leaf, from 0.', min: 0, max: MOST_LEAVES })
  index!: number;

  @IntegerField({ description: 'Size of the checkpoint that the proof is for.', min: 1, max: MOST_LEAVES })
  size!: number;

  @TextListField({ description: 'Inclusion proof (RFC 9162, section 2.1.3): hashes in base64.', max: MOST_HASHES })
  hashes!: string[];
}

export class ConsistencyQueryDto {
  @IntegerField({ description: 'Size of the earlier tree.', min: 1, max: MOST_LEAVES, example: 12 })
  from!: number;

  @IntegerField({
    description: 'Size of the later tree, at most that of the latest checkpoint.',
    min: 1,
    max: MOST_LEAVES,
    example: 31,
  })
  to!: number;
}

export class ConsistencyDto {
  @TextListField({ description: 'Consistency proof (RFC 9162, section 2.1.4): hashes in base64.', max: MOST_HASHES })
  hashes!: string[];
}
