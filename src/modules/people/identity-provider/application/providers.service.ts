import { Inject, Injectable } from '@nestjs/common';
import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { MINUTE } from '../../../../kernel/instant.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { innerId } from '../../../../kernel/stream.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { OIDC_CLIENT, type OidcClient, type OidcMetadata } from '../../../../ports/identity/oidc-client.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type OidcConfig, oidcConfig } from '../../oidc-config/domain/oidc-config.resource.js';
import type { CallProvider } from './provider-calls.service.js';

/** A provider that moves its endpoints is followed after this time. */
const FRESH_MS = 5 * MINUTE;

export type ProviderRecord = ResourceRecord<OidcConfig>;

interface Discovered {
  readonly metadata: OidcMetadata;
  readonly atMs: number;
}

/** The OIDC providers of tenants as they are now, and what they say of themselves. */
@Injectable()
export class Providers {
  private readonly recent = lruCache<string, Discovered>({ bytes: cacheBudgets.oidcProviders });

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(OIDC_CLIENT) private readonly client: OidcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The log decides about a name that the read model knows, so that a change or deletion counts at once. */
  async find(tenantId: string, name: string): Promise<ProviderRecord | undefined> {
    if (!(await oidcConfigsOf(this.documents, tenantId).get(name))) return undefined;
    return (await this.runner.peek(oidcConfig.decider, tenantId, name)).record;
  }

  /** The metadata that were discovered in the last five minutes. */
  known({ tenantId, value }: ProviderRecord): OidcMetadata | undefined {
    const found = this.recent.get(innerId(tenantId, value.authorityUrl));
    return found && this.clock.monotonic() - found.atMs < FRESH_MS ? found.metadata : undefined;
  }

  /** @throws OidcSettingWrong, and what `call` throws */
  async metadata(provider: ProviderRecord, call: CallProvider): Promise<OidcMetadata> {
    return this.known(provider) ?? this.discovered(provider, call);
  }

  /** As the provider says them now. @throws OidcSettingWrong, and what `call` throws */
  async discovered({ tenantId, value }: ProviderRecord, call: CallProvider): Promise<OidcMetadata> {
    const metadata = await this.client.discover(value.authorityUrl, (request) => call({ ...request, redirects: true }));
    this.recent.set(innerId(tenantId, value.authorityUrl), { metadata, atMs: this.clock.monotonic() });
    return metadata;
  }
}
