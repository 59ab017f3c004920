import { io, type Socket } from 'socket.io-client';

export interface Frame {
  readonly message: { readonly text: string };
}

/** A subscriber to every conversation, told of each new message. */
export async function subscribeSocket(port: number, token: string, heard: (frame: Frame) => void): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const answer = await socket.emitWithAck('SUBSCRIBE', { address: 'conversations' });
  if (answer?.code) throw new Error(`not subscribed: ${JSON.stringify(answer)}`);
  socket.on('NEW_MESSAGE', heard);
  return socket;
}
