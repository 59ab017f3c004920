import type { SignedIn } from '../fixtures/people.js';
import type { DnsServer } from '../support/dns-server.js';
import type { Member } from '../support/fleet.js';
import type { ForgedProvider } from '../support/forged-provider.js';
import type { AMailServer } from '../support/mail-server.js';
import type { ATwilio } from '../support/twilio-server.js';

/** What the uses of secrets need. */
export interface SecretStage {
  readonly service: Member;
  readonly tenantId: string;
  readonly owner: SignedIn;
  readonly mails: AMailServer;
  readonly dns: DnsServer;
  readonly twilio: ATwilio;
  readonly provider: ForgedProvider;
}

export interface Secret {
  /** Method and path of the calls that may answer it. Default: none. */
  readonly shownBy?: RegExp;
  /** Files and answers hold it, and no log line. */
  readonly isStored?: true;
  /** Uses a secret in every call that takes or makes it, also wrongly; its values. */
  readonly use: (stage: SecretStage) => Promise<readonly string[]>;
}

export const canary = (name: string) => `canary ${name} 7f3a91c4`;
export const once = { 'idempotency-key': 'once' };
