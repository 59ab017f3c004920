import { createHash } from 'node:crypto';
import type { AnyProjection } from '../../kernel/projection.js';
import { declaredVersion } from './building/stored-version.js';

export const checkpointName = ({ name, version }: AnyProjection): string => `${name}@${version}`;

/**
 * The checkpoint of all these read models together, moved when they are level: what other processes wait for. It is the
 * same for each generation of their versions.
 */
export function levelName(projections: readonly AnyProjection[]): string {
  const names = projections.map(({ name, version }) => `${name}@${declaredVersion(version)}`).sort();
  return `level@${createHash('sha256').update(names.join()).digest('hex').slice(0, 16)}`;
}
