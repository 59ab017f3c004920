import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type DnsResolver, NameUnanswered } from '../../ports/delivery/dns-resolver.js';

/** Milliseconds of one attempt at one name server, and of the whole look-up. */
const ATTEMPT_MS = 2_000;
const LONGEST_MS = 4_000;

/**
 * Queries the name servers of the system, or `servers` in their place (`192.0.2.1`, `192.0.2.1:53`,
 * `[2001:db8::1]:53`).
 */
export function nodeDns(servers: readonly string[] = []): DnsResolver {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async txt(name) {
      let late: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new NameUnanswered(name)), LONGEST_MS);
      });
      try {
        const records = await Promise.race([resolver.resolveTxt(name), deadline]);
        return records.map((chunks) => chunks.join(''));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === NOTFOUND || code === NODATA) return [];
        throw new NameUnanswered(name);
      } finally {
        clearTimeout(late);
      }
    },
  };
}
