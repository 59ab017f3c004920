import type { DomainType } from '../../../../catalogue/tenant.js';
import { command } from '../../../../kernel/command.js';
import type { IfMatch } from '../../../../kernel/revision.js';

/** The stream that holds the custom domains of a tenant. */
export const DOMAINS = 'all';

interface Requested {
  readonly id: string;
  /** In lower case. */
  readonly domain: string;
  readonly requestId: string;
}

export class RequestDomain extends command('RequestDomain')<Requested & { readonly domainType: DomainType }> {}
export class ReplaceDomain extends command('ReplaceDomain')<Requested & { readonly ifMatch?: IfMatch | undefined }> {}
/** After the domain was proven and reserved. */
export class ConfirmDomain extends command('ConfirmDomain')<{ readonly requestId: string }> {}
export class DeleteDomain extends command('DeleteDomain')<{
  readonly id: string;
  readonly ifMatch?: IfMatch | undefined;
}> {}

export const tenantDomainCommands = [RequestDomain, ReplaceDomain, ConfirmDomain, DeleteDomain] as const;
export type TenantDomainCommand = InstanceType<(typeof tenantDomainCommands)[number]>;
