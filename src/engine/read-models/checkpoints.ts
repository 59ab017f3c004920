import { createHash } from 'node:crypto';
import type { AnyProjection } from '../../kernel/projection.js';

export const checkpointName = ({ name, version }: AnyProjection): string => `${name}@${version}`;

/** The checkpoint of all these read models together, moved when they are level: what other processes wait for. */
export function levelName(projections: readonly AnyProjection[]): string {
  const names = projections.map(checkpointName).sort().join();
  return `level@${createHash('sha256').update(names).digest('hex').slice(0, 16)}`;
}
