import { type FairQueueBounds, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../fairness/queue/fair-runner.js';
import { Rejection } from '../../kernel/rejection.js';
import type { HashedFor, Passwords } from '../../ports/identity/passwords.js';
import { HashThreads } from './hash-threads.js';

/** OWASP's minimum for Argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at once. */
const MOST_AT_ONCE = 2;

const boundsOf = (atOnce: number): FairQueueBounds => ({
  running: { total: atOnce, perTenant: atOnce },
  waiting: { total: 512, perTenant: 64 },
});

/** One processor is left to the event loop, which every tenant waits for. */
export const hashesAtOnce = (processors: number): number => Math.max(1, Math.min(MOST_AT_ONCE, processors - 1));

/** Time in which the queue of one tenant empties, on a slow machine. */
const RETRY_SECONDS = 3;

/** The same characters however they were typed. */
const normal = (password: string) => password.normalize('NFKC');

export class Argon2Passwords implements Passwords {
  private readonly turns: FairRunner;
  private readonly threads = new HashThreads();
  private unknownUsers: string | undefined;

  constructor(atOnce = MOST_AT_ONCE) {
    this.turns = new FairRunner(boundsOf(atOnce));
  }

  /** Passwords that wait to be hashed. */
  get waiting(): number {
    return this.turns.waiting;
  }

  hash(requester: HashedFor, password: string): Promise<string> {
    return this.inTurn(requester, () => this.hashed(password));
  }

  async verify(requester: HashedFor, known: string | undefined, password: string): Promise<boolean> {
    const isRight = await this.inTurn(requester, async () => {
      const against = known ?? (await this.ofUnknownUsers());
      return this.threads.ask({ kind: 'verify', known: against, password: normal(password) });
    });
    return isRight === true && known !== undefined;
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  private async hashed(password: string): Promise<string> {
    return String(await this.threads.ask({ kind: 'hash', password: normal(password), cost: COST }));
  }

  private async ofUnknownUsers(): Promise<string> {
    this.unknownUsers ??= await this.hashed('no user has this password');
    return this.unknownUsers;
  }

  private inTurn<T>({ tenantId, client }: HashedFor, work: () => Promise<T>): Promise<T> {
    return this.turns.run({ tenantId, group: client, priority: 'interactive' }, work).catch((error) => {
      if (!(error instanceof QueueFull)) throw error;
      throw new Rejection('errors.rate_limited', [], { retry_after: RETRY_SECONDS });
    });
  }
}
