import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.js';
import { reject } from '../../kernel/rejection.js';

export type MetricsAccess = Pick<Config, 'metricsToken' | 'metricsPort'>;

const digest = (text: string) => createHash('sha256').update(text).digest();

export function isMetricsReader(authorization: string | undefined, metricsToken: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(metricsToken));
}

/**
 * On the main port `/metrics` is for the bearer of METRICS_TOKEN alone. Without that setting, or with METRICS_PORT, it
 * is 404, as if it did not exist (contract 9).
 * @throws Rejection 401, 404
 */
export function assertMayReadMetrics(authorization: string | undefined, { metricsToken, metricsPort }: MetricsAccess) {
  if (metricsToken === undefined || metricsPort !== undefined) return reject('errors.not_found');
  if (!isMetricsReader(authorization, metricsToken)) reject('errors.unauthenticated');
}
