import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { CLIENT_AUTH_KEY, tokenVerifier, type Verified } from '../../../http/pipeline/caller.jwt.js';
import { DAY, plus } from '../../../kernel/instant.js';
import type { ClientAuthKeys } from '../../../ports/client-auth-keys.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../ports/clock.js';
import { KEYS, type Keys, LONGEST_TOKEN_DAYS } from '../../../ports/keys.js';

/** Whose link it is. */
export interface ClientAuthKeyClaims {
  readonly sub: string;
  readonly tenant_id: string;
  readonly conversation_id: string;
}

/** What a client's link carries in its fragment; the token call exchanges it. */
@Injectable()
export class SignedClientAuthKeys implements ClientAuthKeys {
  private readonly verify: (token: string) => Verified;

  constructor(
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.verify = tokenVerifier(CLIENT_AUTH_KEY, { keys, clock, issuer: config.publicUrl });
  }

  issue(tenantId: string, conversationId: string, participantId: string): Promise<string> {
    const whose: ClientAuthKeyClaims = { sub: participantId, tenant_id: tenantId, conversation_id: conversationId };
    const claims = { iss: this.config.publicUrl, aud: CLIENT_AUTH_KEY.audience, jti: this.ids.next(), ...whose };
    return this.keys.sign(claims, CLIENT_AUTH_KEY.typ, plus(this.clock.now(), LONGEST_TOKEN_DAYS * DAY));
  }

  /** @throws Rejection `errors.unauthenticated`, `errors.token.expired` */
  read(key: string): ClientAuthKeyClaims {
    return this.verify(key).claims as unknown as ClientAuthKeyClaims;
  }
}
