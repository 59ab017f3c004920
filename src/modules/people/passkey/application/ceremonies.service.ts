import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ExpectedCeremony } from '../../../../ports/identity/passkey-verifier.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { relyingPartiesOf } from '../../../tenants/tenant/application/relying-parties-of.js';
import { type Ceremony, type Challenge, PasskeyChallenges } from './challenges.service.js';
import { challengeIn } from './client-data.js';

/** The facts of options that a browser answers. */
export interface BegunCeremony {
  /** In base64url. */
  readonly challenge: string;
  readonly rpId: string;
}

/** The ceremony that a response says it belongs to. */
export interface OpenCeremony {
  readonly challenge: Challenge;
  readonly expected: ExpectedCeremony;
}

/** Registrations and sign-ins, from the options to the response. */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * `origin`: header of the request. A page of the tenant gets options for its own host; any other origin gets those
   * for the main domain. The response must come from the origin of the options. `whose`: see `Challenge`.
   * @throws Rejection `errors.passkey.unavailable`
   */
  async begin(
    tenantId: string,
    ceremony: Ceremony,
    origin: string | undefined,
    whose: string | undefined,
  ): Promise<BegunCeremony> {
    const parties = await relyingPartiesOf(this.documents, this.config.publicUrl, tenantId);
    const party = parties.find((each) => each.origin === origin) ?? parties[0];
    if (!party) return reject('errors.passkey.unavailable');
    const about = { rpId: party.id, ...(whose === undefined ? {} : { whose }) };
    return { challenge: this.challenges.issue(tenantId, ceremony, about), rpId: party.id };
  }

  /** undefined: the challenge is not open, or the tenant has its domain no more. */
  async open(tenantId: string, ceremony: Ceremony, clientDataJSON: string): Promise<OpenCeremony | undefined> {
    const text = challengeIn(clientDataJSON);
    const challenge = text === undefined ? undefined : this.challenges.open(tenantId, ceremony, text);
    if (text === undefined || !challenge) return undefined;
    const parties = await relyingPartiesOf(this.documents, this.config.publicUrl, tenantId);
    const party = parties.find(({ id }) => id === challenge.rpId);
    return party && { challenge, expected: { challenge: text, origin: party.origin, rpId: party.id } };
  }

  use(tenantId: string, { challenge }: OpenCeremony, by: string): Promise<boolean> {
    return this.challenges.use(tenantId, challenge, by);
  }
}
