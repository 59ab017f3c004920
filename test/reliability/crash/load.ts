import { createHash } from 'node:crypto';
import { Unanswered } from '../../support/http-client.js';
import type { Answer, Client } from './client.js';
import type { Journal } from './journal.js';
import { isKeyed, type Outcome, type PublishedEvent, type Wish } from './wish.js';
import { wishFor } from './wishes.js';
import type { World } from './world.js';

const SENDERS = 12;
/** How often a keyed request is sent twice at once. */
const TWINS = 0.05;

/** Refusals that the load provokes by itself: what someone else was quicker to do. */
const EXPECTED = ['errors.conversation.locked', 'errors.conversation.archived', 'errors.rate_limited'];

/** Asks for one thing after the other, over several connections, as long as there is a server. */
export class Load {
  /** Nobody knows what became of them; asked again in the next life of the server. */
  private unanswered: Wish[] = [];
  /** What was answered in a way that none of it should be. */
  readonly fieldErrors: string[] = [];
  readonly counted = { asked: 0, acked: 0, refused: 0, again: 0, twins: 0 };
  private n = 0;

  constructor(
    private readonly world: World,
    private readonly journal: Journal,
    private readonly acked: (wish: Wish, outcome: Extract<Outcome, { is: 'acked' }>) => void,
  ) {}

  /** What was left unanswered first; ends when the server does, or (with `new` false) when nothing is left. */
  async run(client: Client, { wishing = true } = {}): Promise<void> {
    const again = this.unanswered;
    this.unanswered = [];
    this.counted.again += again.length;
    const sender = async () => {
      for (;;) {
        const known = again.shift();
        if (!known && !wishing) return;
        const wish = known ?? this.next();
        if (!(await this.send(client, wish))) break;
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    this.unanswered.push(...again);
  }

  private next(): Wish {
    const wish = wishFor(this.world, ++this.n);
    this.journal.asked(wish);
    this.counted.asked++;
    return wish;
  }

  /** False when the server is gone. */
  private async send(client: Client, wish: Wish): Promise<boolean> {
    const twin = isKeyed(wish) && this.world.random.chance(TWINS);
    if (twin) this.counted.twins++;
    const answers = await Promise.all(
      Array.from({ length: twin ? 2 : 1 }, () =>
        client.ask(wish).catch((error) => {
          if (error instanceof Unanswered) return undefined;
          throw error;
        }),
      ),
    );
    const outcome = this.judge(wish, answers);
    if (outcome.is === 'unknown') {
      if (wish.repeatable) this.unanswered.push(wish);
      return answers.some((answer) => answer !== undefined);
    }
    await this.journal.answered(wish, outcome);
    this.counted[outcome.is]++;
    if (outcome.is === 'acked') {
      this.world.learn(wish, outcome.told);
      this.acked(wish, outcome);
    }
    return true;
  }

  /** Of twins one does it, and the other one is told that, or that it is being done. */
  private judge(wish: Wish, answers: readonly (Answer | undefined)[]): Outcome {
    const good = answers.filter((answer) => answer !== undefined && answer.status < 300) as Answer[];
    const [first, second] = good;
    if (first) {
      const told = toldBy(wish, first);
      if (second && told.id !== toldBy(wish, second).id) this.wrong(wish, second, 'answers its twin otherwise');
      return { is: 'acked', status: first.status, told };
    }
    if (answers.includes(undefined)) return { is: 'unknown' };
    const refusals = answers as Answer[];
    const refusal = refusals.find(({ body }) => body?.code !== 'errors.idempotency.in_progress') ?? refusals[0];
    const { status = 0, body } = refusal ?? {};
    if (status === 503) return { is: 'unknown' };
    if (refusal && !EXPECTED.includes(body?.code)) this.wrong(wish, refusal, 'is not to be refused');
    return { is: 'refused', status, code: String(body?.code) };
  }

  private wrong(wish: Wish, { status, body }: Answer, what: string): void {
    this.fieldErrors.push(`wish ${wish.n}, ${wish.method} ${wish.path}, ${what}: ${status} ${JSON.stringify(body)}`);
  }
}

/** Of each kind of answer, the members that matter. */
function toldBy(wish: Wish, { body }: Answer): PublishedEvent {
  const id = body?.id ?? body?.key_id ?? body?.user_id;
  return {
    ...(id === undefined ? {} : { id }),
    ...(typeof body?.sequence === 'number' ? { sequence: body.sequence } : {}),
    ...(body?.api_key === undefined ? {} : { apiKey: body.api_key }),
    ...(body?.tenant_id === undefined ? {} : { tenantId: body.tenant_id }),
    ...(isKeyed(wish) ? { digest: digestOf(body) } : {}),
  };
}

/** The value of an API key and a login code are answered once. */
export const digestOf = (body: Answer['body']): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, api_key: undefined, login_code: undefined }))
    .digest('base64url')
    .slice(0, 16);
