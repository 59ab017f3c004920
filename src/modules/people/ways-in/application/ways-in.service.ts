import { Inject, Injectable } from '@nestjs/common';
import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { ResourceReservations } from '../../../../engine/commands/resource-reservations.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { relyingPartiesOf } from '../../../tenants/tenant/application/relying-parties-of.js';
import { signInWaysOf, type Tenant, tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import { oidcConfig } from '../../oidc-config/domain/oidc-config.resource.js';
import { usablePasskeys } from '../../passkey/application/usable-passkeys.js';
import { ownersOf } from '../../user/application/owners-of.js';
import { isOwner, type User, user } from '../../user/domain/user.resource.js';

/** Ways in that a change ends. */
interface Ended {
  /** Name of an OIDC config. */
  readonly provider?: string;
  /** Credential id of a passkey. */
  readonly passkey?: string;
  /** A main domain, and with it the passkeys that were made on it. */
  readonly domain?: string;
  /** An owner who goes, or whose passkeys end. */
  readonly owner?: string;
}

/**
 * Changes that may end the last way to sign in. In each tenant they take place one after the other, while the tenant is
 * reserved. So what one of them finds is still there when it is done. Changes that add a way wait for nothing.
 */
@Injectable()
export class WaysIn {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ResourceReservations) private readonly reservations: ResourceReservations,
  ) {}

  /** @throws Rejection `errors.tenant.last_sign_in`; 503 where other such changes take too long */
  endOne<T>(ended: Ended, meta: CommandMeta, change: () => Promise<T>): Promise<T> {
    return this.oneAtATime(meta, async () => {
      const { record } = await this.runner.peek(tenant.decider, meta.tenantId, meta.tenantId);
      if (record) await this.keepOne(meta.tenantId, record.value, ended);
      return change();
    });
  }

  /** Makes a change that ends the passkeys of a user. @throws Rejection as `endOne` */
  endPasskeysOf<T>({ id, value }: ResourceRecord<User>, meta: CommandMeta, change: () => Promise<T>): Promise<T> {
    return isOwner(value) ? this.endOne({ owner: id }, meta, change) : change();
  }

  /** `change` gets the id of the reservation, and judges the tenant as it will be with `keepOne`. */
  oneAtATime<T>(meta: CommandMeta, change: (reservation: string) => Promise<T>): Promise<T> {
    return this.reservations.alone(tenant, meta.tenantId, meta, change);
  }

  /** @throws Rejection `errors.tenant.last_sign_in` */
  async keepOne(tenantId: string, value: Tenant, ended: Ended = {}): Promise<void> {
    const { password, passkey, sso } = signInWaysOf(value);
    if (password) return;
    if (sso && (value.tokenExchangeUserinfoUrl !== undefined || (await this.hasProvider(tenantId, ended)))) return;
    if (!(passkey && (await this.hasOwnerWithPasskey(tenantId, ended)))) reject('errors.tenant.last_sign_in');
  }

  /** The read model names the configs, and the log says which of them are there. */
  private async hasProvider(tenantId: string, { provider }: Ended): Promise<boolean> {
    const { docs } = await oidcConfigsOf(this.documents, tenantId).find({ limit: limits.oidcConfigs + 1 });
    for (const { id } of docs) {
      if (id !== provider && (await this.runner.peek(oidcConfig.decider, tenantId, id)).record) return true;
    }
    return false;
  }

  private async hasOwnerWithPasskey(tenantId: string, { owner, passkey, domain }: Ended): Promise<boolean> {
    const parties = await relyingPartiesOf(this.documents, this.config.publicUrl, tenantId);
    const isKept = (rpId: string) => rpId !== domain && parties.some(({ id }) => id === rpId);
    for (const id of await ownersOf(this.runner, tenantId)) {
      const { record } = await this.runner.peek(user.decider, tenantId, id);
      if (id === owner || !record || !isOwner(record.value)) continue;
      const usable = await usablePasskeys(this.runner, record);
      if (usable.some(({ credentialId, rpId }) => credentialId !== passkey && isKept(rpId))) return true;
    }
    return false;
  }
}
