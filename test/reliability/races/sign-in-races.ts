import type { Caller } from '../../fixtures/caller.js';
import { configOf } from '../../fixtures/oidc.js';
import { registerPasskey } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import type { Answer } from '../../support/api.js';
import { bothDone, type Race, together } from './race.js';

/** A tenant of a round, and its owner at each of two processes. */
interface Stage {
  readonly tenant: Tenant;
  readonly owner: Caller;
  readonly other: Caller;
}
type Request = (stage: Stage) => Promise<Answer>;

const provider = (name: string) => configOf('https://login.acme.example', name);
const withPasskey = ({ tenant, owner }: Stage) => registerPasskey(owner, tenant.tenantId);
const withProvider = ({ owner }: Stage, name = 'company') => owner.mustCall('POST', '/oidc-configs', provider(name));

const ways =
  (sign_in: object): Request =>
  ({ owner }) =>
    owner.call('PATCH', '/tenant', { sign_in });
const PASSKEY_ALONE = { password: false, sso: false };
const SSO_ALONE = { password: false, passkey: false };

const deletesProvider =
  (name = 'company'): Request =>
  ({ other }) =>
    other.call('DELETE', `/oidc-configs/${name}`);

const deletesPasskey: Request = async ({ other }) => {
  const { body } = await other.mustCall('GET', '/users/me/passkeys');
  return other.call('DELETE', `/users/me/passkeys/${body.passkeys[0].id}`);
};

const changesPassword: Request = ({ other }) =>
  other.call('PUT', '/users/me/password', { current_password: PASSWORD, password: 'a loud yellow mountain' });

/** Two changes that together would end the last way in, of a tenant that has each of the two ways before. */
const race =
  (prepare: (stage: Stage) => Promise<unknown>, one: Request, other: Request): Race =>
  async ({ owners: [first, second] }, id, round) => {
    const tenant = await createTenant(first.service, id, { types: [] });
    const stage: Stage = { tenant, owner: tenant.owner, other: tenant.owner.at(second.service) };
    await prepare(stage);
    return bothDone(
      await together(
        round,
        () => one(stage),
        () => other(stage),
      ),
    );
  };

/** The second owner alone has a passkey. */
const raceOfHolder =
  (leave: (owner: Caller, path: string) => Promise<Answer>): Race =>
  (field, id, round) => {
    let path = '';
    const prepare = async ({ tenant }: Stage) => {
      const holder = await tenant.user('holder', 'OWNER');
      await registerPasskey(holder, tenant.tenantId);
      path = `/users/${holder.id}`;
    };
    return race(prepare, ways(PASSKEY_ALONE), ({ other }) => leave(other, path))(field, id, round);
  };

export const signInRaces: Readonly<Record<string, Race>> = {
  'passkeys alone and the deletion of the last passkey': race(withPasskey, ways(PASSKEY_ALONE), deletesPasskey),
  'passkeys alone and a new password, which ends the passkey': race(withPasskey, ways(PASSKEY_ALONE), changesPassword),
  'passkeys alone and the deletion of the owner who has one': raceOfHolder((owner, path) => owner.call('DELETE', path)),
  'passkeys alone and another role of the owner who has one': raceOfHolder((owner, path) =>
    owner.call('PATCH', path, { role: 'USER' }),
  ),
  'providers alone and the deletion of the last one': race(withProvider, ways(SSO_ALONE), deletesProvider()),
  'the deletion of the last provider and of the last passkey': race(
    async (stage) => {
      await withPasskey(stage);
      await withProvider(stage);
      await stage.owner.mustCall('PATCH', '/tenant', { sign_in: { password: false } });
    },
    ({ owner }) => owner.call('DELETE', '/oidc-configs/company'),
    deletesPasskey,
  ),
  'the deletion of the last two providers': race(
    async (stage) => {
      await withProvider(stage);
      await withProvider(stage, 'second');
      await stage.owner.mustCall('PATCH', '/tenant', { sign_in: SSO_ALONE });
    },
    ({ owner }) => owner.call('DELETE', '/oidc-configs/company'),
    deletesProvider('second'),
  ),
};
