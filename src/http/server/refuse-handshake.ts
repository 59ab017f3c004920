import type { IncomingMessage } from 'node:http';
import type { ServiceStart } from '../../engine/read-models/building/service-start.js';
import { languageOf } from '../request/requests.js';
import { rawRefusal, refuseOn } from './raw-refusal.js';

/** Refuses a socket with 503 until the service has started. The handshake of a WebSocket has no response to write. */
export const refuseHandshake =
  (start: ServiceStart, newId: () => string) =>
  (request: IncomingMessage, _: unknown, next: () => void): void => {
    if (start.isOver) {
      next();
      return;
    }
    const language = languageOf(request.headers['accept-language']);
    refuseOn(request.socket, rawRefusal(start.rejection(), language, newId()));
  };
