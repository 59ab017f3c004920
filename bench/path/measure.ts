import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../children.js';
import { type Sender, senders } from '../fixtures.js';
import { HttpConnection } from '../http-connection.js';
import { postMessages } from '../http-seed.js';
import { post } from '../posting.js';
import { newProduct, openConversations } from '../product.js';
import { subscribeSocket } from '../socket-subscriber.js';
import { get, HISTORY_PATH } from '../workloads.js';
import { type FunctionCalls, inEach, type OwnFunction, ownFunctions } from './calls.js';

/** The requests whose paths are measured. */
export type Measured = 'GET of 50 messages' | 'POST of a message until its frame';

const MESSAGES = 100;
const WARM_UP = 200;
const TRIES = 20;
/** Between two tries, for work that a request leaves behind. */
const REST_MS = 100;

async function calledFor(child: Child, act: () => Promise<void>): Promise<readonly OwnFunction[]> {
  for (let n = 0; n < WARM_UP; n++) await act();
  await child.ask({ ask: 'count' });
  const tries: (readonly OwnFunction[])[] = [];
  for (let n = 0; n < TRIES; n++) {
    await act();
    await sleep(REST_MS);
    await child.ask({ ask: 'called' });
    await act();
    tries.push(ownFunctions(await child.ask<readonly FunctionCalls[]>({ ask: 'called' })));
  }
  return inEach(tries);
}

/** Starts the service, and counts the functions that it calls for one request, once it is warm. */
export async function measurePaths(): Promise<Readonly<Record<Measured, readonly OwnFunction[]>>> {
  const product = await newProduct();
  const { child, tenant } = product;
  const [token = ''] = await openConversations(product);
  await postMessages(product, MESSAGES);
  const connection = await HttpConnection.open(child.port);
  let arrived = () => {};
  const socket = await subscribeSocket(child.port, tenant.owner.token, () => arrived());

  const send = async (bytes: Buffer, expected: number): Promise<void> => {
    const { status, body } = await connection.ask(bytes);
    if (status !== expected) throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}`);
  };
  const page = get(HISTORY_PATH, tenant.owner.token);
  const message = post(senders[0] as Sender, token, 'A message of a few words');
  try {
    return {
      'GET of 50 messages': await calledFor(child, () => send(page, 200)),
      'POST of a message until its frame': await calledFor(child, async () => {
        const frame = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        await send(message, 202);
        await frame;
      }),
    };
  } finally {
    socket.disconnect();
    connection.close();
    await child.stop();
  }
}
