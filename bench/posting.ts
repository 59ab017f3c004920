import { Child } from './children.js';
import { type Sender, senders } from './fixtures.js';
import { folder } from './folders.js';
import { request } from './http-connection.js';
import { LoadTarget, type RequestCycle } from './load.js';
import { newProduct, openConversations, type ProductOptions } from './product.js';
import { type Frame, subscribeSocket } from './socket-subscriber.js';
import { signer } from './tokens.js';
import { seededRandom, sentence } from './words.js';

const MESSAGES_EACH = 50;
const WORDS_EACH = 12;

/** A server that the senders post to, with one socket that is subscribed to all conversations. */
export interface PostingServer {
  readonly child: Child;
  readonly target: LoadTarget;
  /** The access token of each sender. */
  readonly tokens: readonly string[];
  /** The access token of a socket that sees all conversations. */
  readonly subscriberToken: string;
  /** Called with each NEW_MESSAGE frame of the socket. */
  onMessage: ((frame: Frame) => void) | undefined;
  close(): Promise<void>;
}

export const post = ({ conversationId }: Sender, token: string, text: string): Buffer =>
  request({
    method: 'POST',
    path: `/api/v1/conversations/${conversationId}/messages`,
    token,
    body: { kind: 'TEXT', text },
  });

function cycles(tokens: readonly string[]): readonly RequestCycle[] {
  const random = seededRandom(4);
  return senders.map((sender, i) =>
    Array.from({ length: MESSAGES_EACH }, () => post(sender, tokens[i] ?? '', sentence(random, WORDS_EACH))),
  );
}

async function postingServer(child: Child, tokens: readonly string[], subscriberToken: string): Promise<PostingServer> {
  const target = await LoadTarget.connect(child, cycles(tokens), 202);
  const server: PostingServer = {
    child,
    target,
    tokens,
    subscriberToken,
    onMessage: undefined,
    async close() {
      socket.disconnect();
      target.close();
      await child.stop();
    },
  };
  const socket = await subscribeSocket(child.port, subscriberToken, (frame) => server.onMessage?.(frame));
  return server;
}

/** The same work without the product. It keeps all that the contract's reads need, or the least that a post changes. */
export async function postingBaseline(kept: 'all' | 'least' = 'all'): Promise<PostingServer> {
  const { jwk, sign } = await signer();
  const child = await Child.start('./baselines/post.js', { args: [folder('baseline'), jwk, kept] });
  const tokens = await Promise.all(senders.map(({ participantId }) => sign(participantId)));
  return postingServer(child, tokens, '');
}

export async function postingProduct(options: ProductOptions = {}): Promise<PostingServer> {
  const product = await newProduct(options);
  return postingServer(product.child, await openConversations(product), product.tenant.owner.token);
}
