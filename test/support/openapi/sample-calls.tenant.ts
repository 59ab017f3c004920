import { colors } from '../../../src/catalogue/colors.js';
import { signUpBody } from '../../fixtures/tenant.js';
import type { World } from '../../fixtures/world.js';
import { until } from '../until.js';
import { json, type Make } from './sample-call.js';

/** A checkpoint comes within ten seconds; the machine of the tests may be slow. */
const CHECKPOINT_MS = 30_000;

const allColors = Object.fromEntries(Object.keys(colors).map((name, n) => [name, `#0000${10 + n}`]));

const anOidcConfig = { authority_url: 'https://login.invalid/', client_id: 'tidings', client_secret: 'a secret' };

/** The size of the first checkpoint, which follows the first events of a tenant within seconds. */
async function firstCheckpoint({ owner }: World): Promise<number> {
  const first = async () => (await owner.mustCall('GET', '/audit/checkpoints?limit=1')).body.checkpoints[0]?.size;
  return until(first, (size) => size !== undefined, CHECKPOINT_MS);
}

/** An event that the first checkpoint covers. */
async function sealedEvent(world: World): Promise<string> {
  await firstCheckpoint(world);
  const { body } = await world.owner.mustCall('GET', '/events?limit=1');
  const ask = () => world.owner.call('GET', `/audit/proof?event_id=${body.events[0].id}`);
  await until(ask, ({ status }) => status === 200, CHECKPOINT_MS);
  return body.events[0].id;
}

const domainsOf = ({ tenantId }: World) => `/tenants/${tenantId}/domains`;

async function customDomain(world: World, type: 'MAIN' | 'CLIENT'): Promise<{ readonly id: string } | undefined> {
  const { body } = await world.owner.mustCall('GET', `${domainsOf(world)}?type=${type}`);
  return body.domains.find((domain: { is_system_domain: boolean }) => !domain.is_system_domain);
}

/** The path of the custom domain of the client app. */
async function clientDomain(world: World): Promise<string> {
  const body = { domain: `${world.fresh('chat')}.example`, is_client_app: true };
  const created = await world.owner.call('POST', domainsOf(world), body);
  const { id } = created.status === 201 ? created.body : await customDomain(world, 'CLIENT');
  return `${domainsOf(world)}/${id}`;
}

/** One request for every call of what a tenant sets up, by operation id. */
export const tenantCalls: Readonly<Record<string, Make>> = {
  audit_checkpoint: async (world) => {
    await firstCheckpoint(world);
    return { path: '/audit/checkpoint' };
  },
  audit_checkpoint_list: async (world) => {
    await firstCheckpoint(world);
    const { body } = await world.owner.mustCall('GET', '/audit/checkpoints?limit=1');
    // The page has the last checkpoint, so that it is the last page.
    return { path: `/audit/checkpoints?offset=${body.total_elements - 1}` };
  },
  audit_proof: async (world) => ({ path: `/audit/proof?event_id=${await sealedEvent(world)}` }),
  audit_consistency: async (world) => ({ path: `/audit/consistency?from=1&to=${await firstCheckpoint(world)}` }),
  audit_trace: async ({ owner }) => {
    const { body } = await owner.mustCall('GET', '/events?limit=1');
    return { path: `/audit/trace/${body.events[0].id}` };
  },
  // The page is the last one.
  audit_diff: ({ tenantId }: World) => ({
    path: `/audit/diff?subject_kind=TENANT&subject_id=${tenantId}&from=p0`,
  }),
  audit_event_list: () => ({ path: '/audit/events?type=TenantCreated' }),
  audit_event_read: async ({ owner }: World) => {
    const { body } = await owner.mustCall('GET', '/audit/events?type=UserCreated&order=ASC&limit=1');
    return { path: `/audit/events/${body.events[0].id}` };
  },
  audit_keys: () => ({ path: '//.well-known/tidings-log-keys' }),

  tenant_read: () => ({ path: '/tenant' }),
  tenant_change: () => json('/tenant', { name: 'Acme' }),
  tenant_keep: () => ({ path: '/tenant/keep' }),
  tenant_colors: () => json('/tenant/color/config', allColors),
  tenant_config: async ({ fresh, owner }: World) => {
    const { body } = await owner.mustCall('POST', '/signup', signUpBody(fresh('s').slice(-20)));
    return { path: `/tenant/config?tenant_id=${body.tenant_id}` };
  },

  signup_machine: ({ fresh }: World) =>
    json('/signup/machine', { tenant_name: 'Machine', tenant_subdomain: fresh('m').slice(-20) }),
  domain_list: (world: World) => ({ path: domainsOf(world) }),
  domain_create: async (world: World) => {
    const custom = await customDomain(world, 'MAIN');
    if (custom) await world.owner.call('DELETE', `${domainsOf(world)}/${custom.id}`);
    return json(domainsOf(world), { domain: `${world.fresh('desk')}.example` });
  },
  domain_replace: async (world: World) => json(await clientDomain(world), { domain: `${world.fresh('chat')}.example` }),
  domain_delete: async (world: World) => ({ path: await clientDomain(world) }),
  domain_verify: async (world: World) => ({ path: `${await clientDomain(world)}/verify` }),

  oidc_config_list: () => ({ path: '/oidc-configs' }),
  oidc_config_create: async ({ fresh, owner }: World) => {
    const { body } = await owner.mustCall('GET', '/oidc-configs?limit=1000');
    const surplus = body.oidc_configs.slice(10) as readonly { provider_name: string }[];
    for (const { provider_name: name } of surplus) await owner.call('DELETE', `/oidc-configs/${name}`);
    return json('/oidc-configs', { ...anOidcConfig, provider_name: fresh('login') });
  },
  oidc_config_test: ({ ids }: World) => ({ path: `/oidc-configs/${ids.provider}/test` }),
  oidc_config_read: ({ ids }: World) => ({ path: `/oidc-configs/${ids.provider}` }),
  oidc_config_change: ({ ids }: World) => json(`/oidc-configs/${ids.provider}`, { client_id: 'renamed' }),
  oidc_config_delete: async ({ fresh, owner }: World) => {
    const name = fresh('login');
    await owner.mustCall('POST', '/oidc-configs', { ...anOidcConfig, provider_name: name });
    return { path: `/oidc-configs/${name}` };
  },
};
