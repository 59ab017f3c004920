import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../../catalogue/retention.js';
import { plus, SECOND } from '../../../../../kernel/instant.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../../ports/process/clock.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../../ports/stores/operational-store.js';
import { sameDigest } from '../credentials/api-key.js';
import { LOGIN_CODE_SECRET_BYTES, readLoginCode, writeLoginCode } from '../credentials/login-code.js';

const KIND = 'login-code';
const keyOf = (tenantId: string, userId: string): OperationalKey => ({ tenantId, kind: KIND, id: userId });

/** Codes that sign a user in once, without a password. A user has one at most. */
@Injectable()
export class LoginCodes {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** The user's earlier code ends. */
  async issue(tenantId: string, userId: string): Promise<string> {
    const { text, digest } = writeLoginCode(userId, this.ids.secret(LOGIN_CODE_SECRET_BYTES));
    const due = plus(this.clock.now(), operationalRetention[KIND].seconds * SECOND);
    await this.operations.put(keyOf(tenantId, userId), digest, { due });
    return text;
  }

  /** The user of the code, which is spent then. Of several calls with one code, one gets the user. */
  async redeem(tenantId: string, text: string): Promise<string | undefined> {
    const code = readLoginCode(text);
    const entry = code && (await this.operations.get<string>(keyOf(tenantId, code.userId)));
    if (!code || !entry || !sameDigest(entry.value, code.digest)) return undefined;
    const isSpent = !(await this.operations.remove(entry.key, entry.revision));
    return isSpent || entry.due === undefined || entry.due <= this.clock.now() ? undefined : code.userId;
  }
}
