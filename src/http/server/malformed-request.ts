import type { Socket } from 'node:net';
import type { RejectionCode } from '../../catalogue/errors/rejections.js';
import { Rejection } from '../../kernel/rejection.js';
import { rawRefusal, refuseOn } from './raw-refusal.js';

const CODES: Readonly<Record<string, RejectionCode>> = {
  HPE_HEADER_OVERFLOW: 'errors.headers.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'errors.request.timeout',
};

/** Refuses bytes that Node cannot read as a request. The response is written as bytes, too, and the connection ends. */
export function refuseMalformedRequest(
  { code }: { readonly code?: string },
  socket: Socket,
  newId: () => string,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const rejection = new Rejection(CODES[code ?? ''] ?? 'errors.request.malformed');
  refuseOn(socket, rawRefusal(rejection, 'en', newId()));
}
