import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { PASSKEY_VERIFIER, type PasskeyVerifier, type RegistrationResponse } from '../../../ports/passkey-verifier.js';
import { type Passkeys, passkeyDecider } from '../domain/passkey.decider.js';
import type { Passkey } from '../domain/passkey.events.js';
import { PasskeyCeremonies } from './ceremonies.service.js';

/** Passkeys of a user and what becomes one. */
@Injectable()
export class PasskeyRegistrations {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(PasskeyCeremonies) private readonly ceremonies: PasskeyCeremonies,
    @Inject(PASSKEY_VERIFIER) private readonly verifier: PasskeyVerifier,
  ) {}

  of(tenantId: string, userId: string): Promise<Passkeys> {
    return this.runner.peek(passkeyDecider, tenantId, userId);
  }

  /** undefined: the response does not fit a challenge of the user that is open. `by`: id of the request. */
  async verified(
    tenantId: string,
    userId: string,
    response: RegistrationResponse,
    by: string,
  ): Promise<Passkey | undefined> {
    const ceremony = await this.ceremonies.open(tenantId, 'registration', response.response.clientDataJSON);
    if (ceremony?.challenge.whose !== userId) return undefined;
    const { expected } = ceremony;
    const credential = await this.verifier.registered(response, expected);
    if (!credential || !(await this.ceremonies.use(tenantId, ceremony, by))) return undefined;
    const { transports } = response.response;
    return { ...credential, rpId: expected.rpId, ...(transports ? { transports } : {}) };
  }
}
