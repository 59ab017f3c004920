import type { Socket } from 'node:net';
import { statusOf } from '../../catalogue/errors/rejection-entry.js';
import { type RejectionCode, rejections } from '../../catalogue/errors/rejections.js';
import { Rejection } from '../../kernel/rejection.js';
import { errorBody } from '../answer/rejection.filter.js';

const CODES: Readonly<Record<string, RejectionCode>> = {
  HPE_HEADER_OVERFLOW: 'errors.headers.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'errors.request.timeout',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Refuses bytes that Node cannot read as a request. */
export function refuseMalformedRequest(
  { code }: { readonly code?: string },
  socket: Socket,
  newId: () => string,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) refuseOnSocket(CODES[code ?? ''] ?? 'errors.request.malformed', socket, newId());
  else socket.destroy();
}

/** Writes a refusal as bytes, and ends the connection. */
export function refuseOnSocket(
  code: RejectionCode,
  socket: Socket,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const rejection = new Rejection(code);
  const status = statusOf[rejections[code].kind];
  const body = JSON.stringify(errorBody(rejection, 'en', requestId));
  const headers = {
    ...more,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Language': 'en',
    'X-Request-Id': requestId,
    'Access-Control-Allow-Origin': '*',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
