import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FairQueueBounds } from '../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../fairness/queue/fair-runner.js';
import { isLocalName, LOCAL_ADDRESSES } from '../../lib/local-name.js';
import { NameUnanswered } from '../../ports/delivery/dns-resolver.js';
import type { HostNames } from '../../ports/delivery/host-names.js';
import { hostsIn, LOCAL_FILES, type LocalFiles, plainName, searchDomainsIn, watchedFile } from './local-files.js';

/** Bound of a look-up and of its wait for a turn. */
const LONGEST_MS = 3_000;
/** A question or its answer may be lost on the way, so the first attempt is short. */
const ATTEMPTS = { timeout: 500, maxTimeout: 1_000, tries: 4 };
const BOUNDS: FairQueueBounds = {
  running: { total: 256, perTenant: 16 },
  spare: 96,
  waiting: { total: 4_096, perTenant: 256 },
};

export interface HostNamesOptions {
  /** Default: the name servers of the system. */
  readonly servers?: readonly string[];
  readonly files?: LocalFiles;
}

/**
 * Looks names up with c-ares, which takes no thread: the hosts file first, then the name servers, also below the search
 * domains of the system.
 */
export function nodeHostNames({ servers = [], files = LOCAL_FILES }: HostNamesOptions = {}): HostNames {
  const turns = new FairRunner(BOUNDS);
  const hosts = watchedFile(files.hosts, hostsIn);
  const domains = watchedFile(files.resolver, searchDomainsIn);

  async function ask(name: string, late: AbortSignal): Promise<readonly string[]> {
    const resolver = new Resolver(ATTEMPTS);
    if (servers.length > 0) resolver.setServers(servers);
    late.addEventListener('abort', () => resolver.cancel(), { once: true });
    for (const candidate of spelled(name, await domains())) {
      late.throwIfAborted();
      const asked = [resolver.resolve4(candidate), resolver.resolve6(candidate)];
      const addresses = answered(await Promise.allSettled(asked));
      if (addresses.length > 0) return addresses;
    }
    return [];
  }

  return {
    async addresses(tenantId, name) {
      if (isIP(name)) return [name];
      const known = (await hosts()).get(plainName(name));
      if (known) return known;
      if (isLocalName(name)) return LOCAL_ADDRESSES;
      const late = AbortSignal.timeout(LONGEST_MS);
      try {
        return await turns.run({ tenantId, key: name, signal: late }, () => ask(name, late));
      } catch {
        throw new NameUnanswered(name);
      }
    },
  };
}

/** The name and what it is short for, in the order of getaddrinfo. */
function spelled(name: string, domains: readonly string[]): readonly string[] {
  if (name.endsWith('.')) return [name];
  const below = domains.map((domain) => `${name}.${domain}`);
  return name.includes('.') ? [name, ...below] : [...below, name];
}

/** The addresses of those answers that came. @throws the error of a name server where there is none */
function answered(answers: readonly PromiseSettledResult<readonly string[]>[]): readonly string[] {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find(
    (answer) => answer.status === 'rejected' && answer.reason.code !== NOTFOUND && answer.reason.code !== NODATA,
  ) as PromiseRejectedResult | undefined;
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}
