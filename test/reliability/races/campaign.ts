import { conversationRaces } from './conversation-races.js';
import type { Field, Race } from './race.js';
import { referenceRaces } from './reference-races.js';
import { signInRaces } from './sign-in-races.js';

/** `npm run test:races` runs 200. */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 24);
const AT_ONCE = 4;

export const races: Readonly<Record<string, Race>> = { ...conversationRaces, ...referenceRaces, ...signInRaces };

const idOf = (name: string): string => `race-${Object.keys(races).indexOf(name)}`;

/** What went wrong in all rounds of a race, a few rounds at a time. */
export async function campaign(race: Race, field: Field, name: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, ROUNDS - round) }, (_, n) => round + n);
    const found = await Promise.all(some.map((each) => race(field, `${idOf(name)}-${each}`, each)));
    for (const each of found) if (each !== undefined) wrong.push(each);
  }
  return wrong;
}
