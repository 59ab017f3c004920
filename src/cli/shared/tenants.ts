import type { Config } from '../../config/config.js';
import { UUID } from '../../kernel/ids.js';
import { NO_TENANT } from '../../kernel/stream.js';
import { Differs } from './failures.js';
import { partsOf } from './parts.js';
import { operationsOf } from './stores.js';

const PAGE = 500;

/** A tenant by id or subdomain. @throws Differs where there is none, Unreadable */
export async function tenantIdOf(config: Config, name: string): Promise<string> {
  if (UUID.test(name)) return name.toLowerCase();
  const operations = await operationsOf(config, partsOf(config));
  try {
    for (let after: string | undefined; ; ) {
      const page = await operations.list<{ readonly subdomain: string }>(NO_TENANT, 'known-tenant', '', PAGE, after);
      const found = page.find(({ value }) => value.subdomain === name);
      if (found) return found.key.id;
      after = page.at(-1)?.key.id;
      if (after === undefined) throw new Differs(`The tenant ${name} does not exist.`);
    }
  } finally {
    await operations.close();
  }
}
