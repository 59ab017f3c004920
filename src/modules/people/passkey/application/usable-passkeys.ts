import type { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { passwordMark } from '../../auth/application/refresh-token.js';
import type { User } from '../../user/domain/user.resource.js';
import { type Passkeys, passkeyDecider } from '../domain/passkey.decider.js';

/** The passkeys with which a user can sign in now: none from before the present password. */
export async function usablePasskeys(
  runner: CommandRunner,
  { tenantId, id, value }: ResourceRecord<User>,
): Promise<Passkeys> {
  const passkeys = await runner.peek(passkeyDecider, tenantId, id);
  return passkeys.filter(({ password }) => password === passwordMark(value));
}
