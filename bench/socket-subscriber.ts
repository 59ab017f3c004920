import { io, type Socket } from 'socket.io-client';

export interface Frame {
  readonly message: { readonly text: string };
}

/** Subscribes a socket to all conversations and calls `onMessage` for each new message. */
export async function subscribeSocket(port: number, token: string, onMessage: (frame: Frame) => void): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const answer = await socket.emitWithAck('SUBSCRIBE', { address: 'conversations' });
  if (answer?.error) throw new Error(`not subscribed: ${JSON.stringify(answer)}`);
  socket.on('NEW_MESSAGE', onMessage);
  return socket;
}
