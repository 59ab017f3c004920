import { signIn } from '../../fixtures/tokens.js';
import { Unanswered } from '../../support/http-client.js';
import type { Client, Request } from './client.js';
import { digestOf } from './load.js';
import { isKeyed, type Outcome, type Wish } from './wish.js';

type Acked = Extract<Outcome, { is: 'acked' }>;

interface Seen {
  readonly wish: Wish;
  readonly acked: Acked;
}

const VERIFIERS = 4;
/** How often an answered keyed request is sent once more. */
const EVERY = 10;

/** Asks over REST, after a restart, for what was acknowledged before it; what a life leaves over the next one asks. */
export class Verifier {
  private waiting: Seen[] = [];
  private fresh: Seen[] = [];
  readonly wrong: string[] = [];
  readonly replies: string[] = [];
  readonly counted = { verified: 0, replayed: 0 };

  note(wish: Wish, acked: Acked): void {
    this.fresh.push({ wish, acked });
  }

  /** All that was acknowledged was asked for. */
  get isDone(): boolean {
    return this.waiting.length + this.fresh.length === 0;
  }

  /** Ends with the server, or when all that was acknowledged before this life is verified. */
  async run(client: Client): Promise<void> {
    this.waiting.push(...this.fresh);
    this.fresh = [];
    const verifier = async () => {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        try {
          await this.verify(client, next);
        } catch (error) {
          if (!(error instanceof Unanswered)) throw error;
          this.waiting.unshift(next);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: VERIFIERS }, verifier));
  }

  private async verify(client: Client, { wish, acked }: Seen): Promise<void> {
    const found = await seenOver(client, wish, acked);
    this.counted.verified++;
    if (found) this.wrong.push(`wish ${wish.n} (${wish.kind}): ${found}`);
    if (isKeyed(wish) && wish.n % EVERY === 0) await this.askAgain(client, wish, acked);
  }

  private async askAgain(client: Client, wish: Wish, acked: Acked): Promise<void> {
    const { status, replayed, body } = await client.ask(wish);
    this.counted.replayed++;
    // Contract 15: a message that was deleted since is answered as it is now, with 200.
    const isDeleted = status === 200 && 'deleted_at' in (body as object) && !('text' in (body as object));
    const same = replayed && (isDeleted || (status === acked.status && acked.told.digest === digestOf(body)));
    if (!same)
      this.replies.push(`wish ${wish.n} asked again: ${status}, replayed ${replayed}, ${JSON.stringify(body)}`);
  }
}

/** What is wrong with how it is seen now; undefined when nothing is. */
async function seenOver(client: Client, wish: Wish, { told }: Acked): Promise<string | undefined> {
  const { kind, conversationId, about, token, mark } = wish;
  const read = async (path: string, as: Pick<Request, 'token' | 'apiKey'> = credentials(wish)) =>
    client.ask({ method: 'GET', path, ...as });
  const room = `/conversations/${conversationId}`;
  const expect = async (path: string, right: (body: Readonly<Record<string, never>>) => boolean) => {
    const { status, body } = await read(path);
    return status === 200 && right(body) ? undefined : `GET ${path}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
  };
  switch (kind) {
    case 'message':
      return expect(
        `${room}/messages/${told.id}`,
        ({ text, sequence, deleted_at }) =>
          (deleted_at !== undefined || String(text).split(' ')[0] === mark) && (told.sequence ?? sequence) === sequence,
      );
    case 'delete':
      return expect(`${room}/messages/${about?.id}`, ({ deleted_at, text }) => deleted_at !== undefined && !text);
    case 'open':
    case 'put':
      return expect(
        `${room}?includes=PARTICIPANTS`,
        ({ participants = [] }) =>
          about?.joining === undefined || (participants as readonly unknown[]).length >= about.joining,
      );
    case 'data':
      return expect(`${room}?includes=CONVERSATION_DATA`, ({ conversation_data }) => conversation_data !== undefined);
    case 'archive':
      return expect(room, ({ archived }) => archived === true);
    case 'change':
    case 'label':
    case 'lock':
      return expect(room, ({ id }) => id === conversationId);
    case 'seen':
      return expect(
        `${room}/participants/${about?.id}`,
        ({ last_message_sequence_seen: seen = -1 }) => seen >= (about?.sequence ?? 0),
      );
    case 'join':
    case 'rename':
      return expect(`${room}/participants/${about?.id ?? 'p0'}`, ({ display_name }) => display_name !== undefined);
    case 'user':
      return expect(`/users/${told.id}`, ({ firstname }) => firstname === mark);
    case 'type':
      return expect(`/conversation-types/${told.id}`, ({ description }) => description === mark);
    case 'api-key':
      if (told.apiKey === undefined) return undefined;
      return (await read('/conversation-types', { apiKey: told.apiKey })).status === 200
        ? undefined
        : `its key (of ${token}) opens nothing`;
    case 'sign-up': {
      const { user_email: username, user_password: password } = wish.body as Readonly<Record<string, string>>;
      const { status, body } = await signIn(client, told.tenantId ?? '', username, password);
      return status === 200 || status === 429 ? undefined : `sign-in: ${status} ${JSON.stringify(body)}`;
    }
  }
}

const credentials = ({ token, apiKey }: Wish) => (apiKey === undefined ? { token: token ?? '' } : { apiKey });
