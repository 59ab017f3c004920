import type { SignedIn } from '../../fixtures/people.js';
import type { Member } from '../../support/processes/fleet.js';
import type { DnsServer } from '../../support/servers/dns-server.js';
import type { ForgedProvider } from '../../support/servers/forged-provider.js';
import type { AMailServer } from '../../support/servers/mail-server.js';
import type { ATwilio } from '../../support/servers/twilio-server.js';

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
