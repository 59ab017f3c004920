import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { frontendOrigins } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';
import { named } from '../../../tenants/tenant/application/relying-party.js';

/** Where an authorization code may be sent: only apps of the service and of the tenant (contract 12). */
@Injectable()
export class RedirectUris {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  async allow(tenantId: string, text: string): Promise<boolean> {
    const url = plainUrl(text);
    if (!url) return false;
    const frontend = await frontendOf(this.documents, tenantId);
    if (!frontend) return false;
    const { publicUrl } = this.config;
    // People open the app of their own machine as `localhost`, which has passkeys.
    const origins = [...frontendOrigins(publicUrl, frontend), named(publicUrl).origin];
    return origins.includes(originOf(url));
  }
}

/** The `origin` of a blob URL would be that of the URL inside it. */
const originOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/**
 * A URL in the spelling of parsers, so that the provider, the browser and this check read the same host. It has no
 * user-info, backslash, encoded or full-width dot, default port or fragment (RFC 6749 3.1.2).
 */
function plainUrl(text: string): URL | undefined {
  if (!URL.canParse(text) || text.includes('#')) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && [text, `${text}/`].includes(url.href);
  return isPlain ? url : undefined;
}
