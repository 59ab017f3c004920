import { createServer } from 'node:net';

/** Below the ports that Linux gives to connections. None of those takes the port before its server listens. */
const [FIRST, COUNT] = [25_000, 7_000];

/** A port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
