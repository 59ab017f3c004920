import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { emailDigest } from '../../../../engine/commands/unique-names.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import {
  type AuthenticationResponse,
  PASSKEY_VERIFIER,
  type PasskeyVerifier,
} from '../../../../ports/identity/passkey-verifier.js';
import { passwordMark } from '../../auth/application/refresh-token.js';
import { NOBODY, UsersByEmail } from '../../auth/application/users-by-email.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { passkeyDecider } from '../domain/passkey.decider.js';
import type { Passkey } from '../domain/passkey.events.js';
import { type OpenCeremony, PasskeyCeremonies } from './ceremonies.service.js';
import type { Challenge } from './challenges.service.js';
import { SignCounts } from './sign-counts.service.js';
import { readUserHandle } from './user-handle.js';

type Known = ResourceRecord<User>;

export interface SignInResponse extends AuthenticationResponse {
  readonly response: AuthenticationResponse['response'] & { readonly userHandle: string };
}

const isFor = ({ whose }: Challenge, { value }: Known): boolean =>
  whose === undefined || whose === emailDigest(value.email);

/** Verifies sign-ins with passkeys: of a user as they are now, whichever process changed them. */
@Injectable()
export class PasskeySignIns {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(PasskeyCeremonies) private readonly ceremonies: PasskeyCeremonies,
    @Inject(SignCounts) private readonly counts: SignCounts,
    @Inject(PASSKEY_VERIFIER) private readonly verifier: PasskeyVerifier,
  ) {}

  /**
   * The user who signs in. Looks up as much for no user as for one. `by`: id of the request.
   * @returns undefined where the response fits no open challenge, no user or no passkey
   */
  async verified(tenantId: string, response: SignInResponse, by: string): Promise<Known | undefined> {
    const { clientDataJSON, userHandle } = response.response;
    const ceremony = await this.ceremonies.open(tenantId, 'authentication', clientDataJSON);
    if (!ceremony) return undefined;
    const userId = readUserHandle(userHandle) ?? NOBODY;
    const [user, passkeys] = await Promise.all([
      this.users.byId(tenantId, userId),
      this.runner.peek(passkeyDecider, tenantId, userId),
    ]);
    if (!user || !isFor(ceremony.challenge, user)) return undefined;
    const { rpId } = ceremony.expected;
    const password = passwordMark(user.value);
    const passkey = passkeys.find(
      (each) => each.credentialId === response.id && each.rpId === rpId && each.password === password,
    );
    return passkey && (await this.isHolder(user, passkey, response, ceremony, by)) ? user : undefined;
  }

  private async isHolder(
    { tenantId, id }: Known,
    passkey: Passkey,
    response: SignInResponse,
    ceremony: OpenCeremony,
    by: string,
  ): Promise<boolean> {
    const before = await this.counts.of(tenantId, id, passkey);
    const count = await this.verifier.signedIn(response, ceremony.expected, { ...passkey, signCount: before.count });
    if (count === undefined || !(await this.ceremonies.use(tenantId, ceremony, by))) return false;
    return this.counts.advance(tenantId, id, passkey, before, count);
  }
}
