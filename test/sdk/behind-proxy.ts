import type { Frame } from '../../sdk/src/socket.js';
import { Tidings } from '../../sdk/src/tidings.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings } from '../support/api.js';
import { startProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';

export interface BehindProxy {
  readonly tenant: Tenant;
  readonly proxy: TcpProxy;
  /** With an API key of the tenant, through the proxy. */
  readonly owner: Tidings;
  close(): Promise<void>;
}

/** A service with a tenant, and a client whose connection can be cut. */
export async function startBehindProxy(
  subdomain: string,
  environment: Record<string, string> = {},
): Promise<BehindProxy> {
  const service = await startTidings(environment);
  const tenant = await createTenant(service, subdomain);
  const proxy = await startProxy('127.0.0.1', Number(new URL(service.url).port));
  const { token } = await tenant.apiKey();
  return {
    tenant,
    proxy,
    owner: new Tidings({ url: `http://127.0.0.1:${proxy.port}`, credential: token }),
    async close() {
      await proxy.close();
      await service.close();
    },
  };
}

export const textOf = (frame: Frame) => (frame.type === 'NEW_MESSAGE' ? frame.message.text : frame.type);
