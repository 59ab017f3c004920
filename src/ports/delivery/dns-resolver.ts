import { token } from '../../kernel/token.js';

/** No name server gave an answer in time. */
export class NameUnanswered extends Error {}

export interface DnsResolver {
  /**
   * The TXT records of a name, each as one text; empty where there are none.
   * @throws NameUnanswered
   */
  txt(name: string): Promise<readonly string[]>;
}

export const DNS_RESOLVER = token<DnsResolver>('DnsResolver');
