import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '../../kernel/rejection.js';
import type { Passwords } from '../../ports/passwords.js';
import { Semaphore } from './semaphore.js';

/** OWASP's minimum for Argon2id, which is the library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const AT_ONCE = 2;
const WAITING = 64;
/** What a full queue takes to empty, on a slow machine. */
const RETRY_SECONDS = 3;

/** The same letters however they were typed. */
const normal = (password: string) => password.normalize('NFKC');

export class Argon2Passwords implements Passwords {
  private readonly semaphore = new Semaphore(
    AT_ONCE,
    WAITING,
    () => new Rejection('errors.rate_limited', [], { retry_after: RETRY_SECONDS }),
  );
  private nobodys: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.semaphore.pass(() => hash(normal(password), COST));
  }

  async verify(known: string | undefined, password: string): Promise<boolean> {
    this.nobodys ??= hash('nobody has this password', COST);
    const against = known ?? (await this.nobodys);
    const same = await this.semaphore.pass(() => verify(against, normal(password)));
    return same && known !== undefined;
  }
}
