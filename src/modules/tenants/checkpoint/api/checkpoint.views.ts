import type { Checkpoint } from '../application/checkpoints.service.js';
import type { InclusionProof } from '../application/evidence.service.js';
import type { CheckpointDto, ConsistencyDto, ProofDto } from './checkpoint.dto.js';

const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'));

export const toCheckpointDto = ({ size, root, at, note }: Checkpoint): CheckpointDto => ({ size, root, at, note });

export const toProofDto = ({ leaf, index, size, hashes }: InclusionProof): ProofDto => ({
  leaf: leaf.toString('base64'),
  index,
  size,
  hashes: base64(hashes),
});

export const toConsistencyDto = (hashes: readonly Buffer[]): ConsistencyDto => ({ hashes: base64(hashes) });
