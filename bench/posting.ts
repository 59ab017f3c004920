import type { Socket } from 'socket.io-client';
import { Child } from './children.js';
import { type Speaker, speakers } from './fixtures.js';
import { folder } from './folders.js';
import { type Script, Target } from './load.js';
import { newProduct, openConversations } from './product.js';
import { type Frame, subscribeSocket } from './socket-subscriber.js';
import { signer } from './tokens.js';
import { request } from './wire.js';
import { chance, sentence } from './words.js';

const MESSAGES_EACH = 50;
const WORDS_EACH = 12;

/** A server that messages are posted to, with one subscriber to all conversations. */
export interface Stage {
  readonly child: Child;
  readonly target: Target;
  readonly tokens: readonly string[];
  /** Told of every message the subscriber hears. */
  listener: ((frame: Frame) => void) | undefined;
  close(): Promise<void>;
}

export const post = ({ conversationId }: Speaker, token: string, text: string): Buffer =>
  request({
    method: 'POST',
    path: `/api/v1/conversations/${conversationId}/messages`,
    token,
    body: { kind: 'TEXT', text },
  });

function scripts(tokens: readonly string[]): readonly Script[] {
  const random = chance(4);
  return speakers.map((speaker, i) =>
    Array.from({ length: MESSAGES_EACH }, () => post(speaker, tokens[i] ?? '', sentence(random, WORDS_EACH))),
  );
}

async function stage(child: Child, tokens: readonly string[], listeners: string): Promise<Stage> {
  const target = await Target.aim(child, scripts(tokens), 202);
  const made: Stage = {
    child,
    target,
    tokens,
    listener: undefined,
    async close() {
      socket.disconnect();
      target.close();
      await child.stop();
    },
  };
  const socket: Socket = await subscribeSocket(child.port, listeners, (frame) => made.listener?.(frame));
  return made;
}

/** The same work done bare: all that the contract's questions need is kept, or the least that a post moves. */
export async function floorStage(kept: 'all' | 'least' = 'all'): Promise<Stage> {
  const { jwk, sign } = await signer();
  const args = [folder('floor'), jwk, kept];
  const child = await Child.start('./baselines/post.js', { args });
  const tokens = await Promise.all(speakers.map(({ participantId }) => sign(participantId)));
  return stage(child, tokens, '');
}

export async function productStage(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const product = await newProduct(env);
  return stage(product.child, await openConversations(product), product.tenant.token);
}
