import type { Tenant } from '../../fixtures/tenant.js';
import type { Answer } from '../../support/api.js';
import type { HttpClient } from '../../support/http-client.js';

export interface Setting {
  readonly service: HttpClient;
  readonly hostile: Tenant;
}

/** Goes on until `goesOn` says no. */
export type Onslaught = (goesOn: () => boolean) => Promise<void>;

/** Makes what it needs in the hostile tenant; answers what attacks. */
export type Attack = (setting: Setting) => Promise<Onslaught>;

/** The measure for a hostile tenant: eight requests at once, each answered one followed by the next. */
export const AT_ONCE = 8;

/** Keeps so many requests under way. One that fails is counted by the service's client and followed by the next. */
export const flood =
  (atOnce: number, request: (n: number) => Promise<unknown>): Onslaught =>
  async (goesOn) => {
    let n = 0;
    const oneAfterAnother = async () => {
      while (goesOn()) await request(n++).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
  };

/** Several onslaughts at the same time. */
export const together =
  (...onslaughts: readonly Onslaught[]): Onslaught =>
  async (goesOn) => {
    await Promise.all(onslaughts.map((each) => each(goesOn)));
  };

/** Makes `count` things, so many at once. */
export async function times(count: number, atOnce: number, make: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0;
  const some = async () => {
    for (let next = n++; next < count; next = n++) await make(next);
  };
  await Promise.all(Array.from({ length: atOnce }, some));
}

/** Another client address for each request, as a proxy that is trusted tells it. */
export const fromAnywhere = (n: number): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
});

export interface Tally {
  /** Answers by status; 0: none. */
  readonly statuses: Record<number, number>;
  /** The first answers that say the service is at fault. */
  readonly faults: string[];
}

const MOST_FAULTS = 5;

/** Counts every answer that the client gets. */
export function counted(service: HttpClient, { statuses, faults }: Tally): HttpClient {
  const note = (status: number, told: () => string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 && status !== 503 && faults.length < MOST_FAULTS) faults.push(told());
  };
  const call = async (...asked: Parameters<HttpClient['call']>): Promise<Answer> => {
    try {
      const answer = await service.call(...asked);
      note(answer.status, () => `${asked[0]} ${asked[1]}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return answer;
    } catch (error) {
      note(0, () => '');
      throw error;
    }
  };
  return { ...service, call };
}
