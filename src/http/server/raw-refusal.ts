import type { Socket } from 'node:net';
import { statusOf } from '../../catalogue/errors/rejection-entry.js';
import { rejections } from '../../catalogue/errors/rejections.js';
import type { Rejection } from '../../kernel/rejection.js';
import { errorBody } from '../answer/rejection.filter.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

export interface RawRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal outside of Fastify. */
export function rawRefusal(
  rejection: Rejection,
  language: 'en' | 'de',
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): RawRefusal {
  const status = statusOf[rejections[rejection.code].kind];
  const body = JSON.stringify(errorBody(rejection, language, requestId));
  const headers = {
    ...more,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Language': language,
    'X-Request-Id': requestId,
    'Access-Control-Allow-Origin': '*',
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
    Connection: 'close',
  };
  return { status, headers, body };
}

/** Writes it as bytes. The connection ends with it. */
export function refuseOn(socket: Socket, { status, headers, body }: RawRefusal): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
