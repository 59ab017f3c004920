import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AT_ONCE, type Attack, flood, times, together } from '../attack.js';

const MISSED = 3_000;
const STUCK = 12;

/** A masked text frame (RFC 6455). */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ (mask[i % 4] as number))]);
}

/** A socket that asks for everything since the beginning and reads nothing of it. */
function stuckSocket(url: string, token: string): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13`;
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  let heard = '';
  const advance = (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (heard.includes('"sid"') && !heard.includes('40{"sid"')) socket.write(frame(`40${JSON.stringify({ token })}`));
    if (!heard.includes('40{"sid"')) return;
    socket.off('data', advance);
    for (let n = 0; n < 50; n++) {
      const address = n === 0 ? 'conversations' : `conversations/c${n}`;
      socket.write(frame(`42${n}${JSON.stringify(['SUBSCRIBE', { address, after: 'p0' }])}`));
    }
    socket.pause();
  };
  socket.on('data', advance);
  return socket;
}

/** Sockets that resume from the beginning and do not read, again and again. */
export const stuckResumes: Attack = async ({ service, hostile }) => {
  await times(50, 4, (n) => hostile.conversationWithClient(`c${n}`));
  const text = 'x'.repeat(3_000);
  await times(MISSED, AT_ONCE, (n) => hostile.post(`c${n % 50}`, text));
  return async (goesOn) => {
    const sockets = new Set<Socket>();
    while (goesOn()) {
      while (sockets.size < STUCK) {
        const socket = stuckSocket(service.url, hostile.owner.token);
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      }
      await sleep(500);
      const [oldest] = sockets;
      oldest?.destroy();
    }
    for (const socket of sockets) socket.destroy();
  };
};

/** Signals of typing, as many as are answered. */
export const typingSignals: Attack = async ({ hostile }) => {
  await times(20, 4, (n) => hostile.conversationWithClient(`c${n}`));
  const typing = (n: number) =>
    hostile.owner.call('POST', `/conversations/c${n % 20}/participants/client/activity`, {
      activity: 'IS_TYPING',
      source_id: `draft-${n}`,
    });
  const stuck = stuckReaders(hostile.owner.service.url, hostile.owner.token);
  return together(flood(2 * AT_ONCE, typing), stuck);
};

/** Sockets that are told the signals and do not read them. */
const stuckReaders =
  (url: string, token: string) =>
  async (goesOn: () => boolean): Promise<void> => {
    const sockets = Array.from({ length: 4 }, () => stuckSocket(url, token));
    while (goesOn()) await sleep(200);
    for (const socket of sockets) socket.destroy();
  };
