import { token } from '../../kernel/token.js';

/** No name server answered in time, or none could tell. */
export class NameUnanswered extends Error {}

export interface DnsResolver {
  /**
   * The TXT records of a name, each as one text; empty where there are none.
   * @throws NameUnanswered
   */
  txt(name: string): Promise<readonly string[]>;
}

export const DNS_RESOLVER = token<DnsResolver>('DnsResolver');
