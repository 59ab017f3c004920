import { type Duplex, duplexPair } from 'node:stream';
import { StartRefused } from '../../ports/process/start-refused.js';
import { PacedServer } from './paced-server.js';

/** Turns of the event loop for each step of the check. */
const TURNS = 50;
const UPGRADE = 'GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
const NEXT = 'GET /2 HTTP/1.1\r\nHost: a\r\n\r\n';

type Answer = () => void;

/** A connection in memory with what the server of Node uses of a socket. */
function connection(): readonly [client: Duplex, accepted: Duplex] {
  const [client, accepted] = duplexPair();
  return [client, Object.assign(accepted, { setTimeout: () => accepted, setNoDelay: () => accepted })];
}

/** Whether two requests that come together begin one after the other, and another protocol is ignored. */
async function isPaced(create: (begun: (url: string, answer: Answer) => void) => PacedServer): Promise<boolean> {
  const begun: string[] = [];
  const answers: Answer[] = [];
  const server = create((url, answer) => {
    begun.push(url);
    answers.push(answer);
  });
  const [client, accepted] = connection();
  const turns = async () => {
    for (let n = 0; n < TURNS; n++) await new Promise(setImmediate);
  };
  let received = '';
  client.on('data', (data) => {
    received += data;
  });
  client.on('error', () => undefined);
  server.emit('connection', accepted);
  client.write(UPGRADE + NEXT);
  await turns();
  const first = begun.join();
  answers[0]?.();
  await turns();
  answers[1]?.();
  await turns();
  client.destroy();
  return first === '/1' && begun.join() === '/1,/2' && received.match(/HTTP\/1\.1 200 /g)?.length === 2;
}

/** The pace rests on parts of Node that its releases may change. @throws StartRefused where it does not hold */
export async function assertPaced(): Promise<void> {
  const works = await isPaced(
    (begun) =>
      new PacedServer({ shouldUpgradeCallback: () => false }, ({ url = '' }, response) =>
        begun(url, () => void response.end(url)),
      ),
  ).catch(() => false);
  if (works) return;
  throw new StartRefused(
    `Node.js ${process.version} does not serve the requests of a connection one after the other. Start the service with the Node.js that package.json names.`,
  );
}
