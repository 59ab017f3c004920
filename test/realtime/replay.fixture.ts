import type { Turn } from '../../src/kernel/fair-runner.js';
import { streamName } from '../../src/kernel/stream.js';
import type { Frame } from '../../src/public-events/frame.js';
import { aLog } from '../public-events/log.fixture.js';
import { TENANT } from '../support/given.js';
import { publicEventHistory } from '../support/public-event-history.js';

/** A socket of socket.io that keeps what it is given. */
export function aSocket() {
  const sent: Frame[] = [];
  const rooms = new Set<string>();
  const socket = {
    connected: true,
    conn: { writeBuffer: [] as { data: string }[], close: () => Object.assign(socket, { connected: false }) },
    emit: (_type: string, frame: Frame) => sent.push(frame),
    join: (room: string) => rooms.add(room),
    leave: (room: string) => rooms.delete(room),
  };
  return { socket, sent, rooms };
}

export const alone: Turn = { yield: async (ready) => void (await ready) };

/** The history of a conversation with fifty events. */
export async function fifty() {
  const { log, append } = aLog();
  await append(streamName('conversation', TENANT, 'c'), {
    type: 'ConversationOpened',
    data: { conversationTypeId: 't' },
  });
  for (let i = 0; i < 49; i++) {
    await append(streamName('conversation', TENANT, 'c'), { type: 'ConversationLabelled', data: { labels: [`${i}`] } });
  }
  return publicEventHistory(log, 20);
}
