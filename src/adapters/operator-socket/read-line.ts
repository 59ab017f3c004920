import type { Socket } from 'node:net';

const LONGEST = 65_536;

/** The first line that arrives. @throws Error where it is too long or none comes */
export function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST) reject(new Error('The line is too long.'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The connection ended.')));
  });
}
