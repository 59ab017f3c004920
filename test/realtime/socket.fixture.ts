import type { Frame } from '../../src/public-events/frames/frame.js';

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
