import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { stateAsOf } from '../../../../engine/log/as-of.js';
import { thePast } from '../../../../engine/read-models/past/past.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { streamName } from '../../../../kernel/stream.js';
import {
  PASSKEY_VERIFIER,
  type PasskeyVerifier,
  type RegistrationResponse,
} from '../../../../ports/identity/passkey-verifier.js';
import { passwordMark } from '../../auth/application/refresh-token.js';
import type { User } from '../../user/domain/user.resource.js';
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

  async of(tenantId: string, userId: string): Promise<Passkeys> {
    const past = thePast();
    if (past) {
      const { log, position } = past;
      return (await stateAsOf(log, streamName(passkeyDecider.category, tenantId, userId), passkeyDecider, { position }))
        .state;
    }
    return this.runner.peek(passkeyDecider, tenantId, userId);
  }

  /** undefined: the response does not fit a challenge of the user that is open. `by`: id of the request. */
  async verified(
    tenantId: string,
    user: ResourceRecord<User>,
    response: RegistrationResponse,
    by: string,
  ): Promise<Passkey | undefined> {
    const ceremony = await this.ceremonies.open(tenantId, 'registration', response.response.clientDataJSON);
    if (ceremony?.challenge.whose !== user.id) return undefined;
    const { expected } = ceremony;
    const credential = await this.verifier.registered(response, expected);
    if (!credential || !(await this.ceremonies.use(tenantId, ceremony, by))) return undefined;
    const { transports } = response.response;
    const since = { password: passwordMark(user.value), userRevision: user.revision };
    return { ...credential, ...since, rpId: expected.rpId, ...(transports ? { transports } : {}) };
  }
}
