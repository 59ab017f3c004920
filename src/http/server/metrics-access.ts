import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { reject } from '../../kernel/rejection.js';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * `/metrics` is for the bearer of METRICS_TOKEN. Without that setting it is for direct connections from this machine.
 * Other requests get 404, as if it did not exist (contract 9).
 * @throws Rejection 401, 404
 */
export function assertMayReadMetrics({ raw, headers }: FastifyRequest, metricsToken: string | undefined): void {
  if (metricsToken !== undefined) {
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(metricsToken))) reject('errors.unauthenticated');
    return;
  }
  const isDirect = FORWARDED.every((name) => headers[name] === undefined);
  if (!isDirect || !LOOPBACK.test(raw.socket.remoteAddress ?? '')) reject('errors.not_found');
}
