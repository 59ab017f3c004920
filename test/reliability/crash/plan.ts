import { randomFrom } from '../../support/random.js';
import { CRASH_POINTS, type CrashPoint } from './crash-points.js';

/** How a life of the server ends. */
export type Ending =
  | { readonly is: 'anywhere'; readonly afterMs: number }
  /** Killed while it starts, so that a recovery is broken off as well. */
  | { readonly is: 'starting'; readonly afterMs: number }
  | { readonly is: 'at a point'; readonly point: CrashPoint; readonly armedAfterMs: number };

/** Appends that stand for the others: by hand, by a process manager, of several streams one after the other. */
const EVENTS = [
  'MessagePosted',
  'MessageDeleted',
  'ConversationOpened',
  'ConversationLabelled',
  'ConversationLockExpired',
  'ParticipantJoined',
  'UserCreated',
  'OwnerAdded',
  'ApiKeyCreated',
  'TenantCreated',
];

export const everyPoint: readonly CrashPoint[] = CRASH_POINTS.flatMap((at) =>
  at.endsWith('append') ? EVENTS.map((on) => ({ at, on })) : [{ at }],
);

export interface PlanOptions {
  readonly seed: number;
  /** How many kills at random moments; every sixth one strikes a server that only starts. */
  readonly kills: number;
  readonly points: readonly CrashPoint[];
  readonly longestLifeMs: number;
}

const SHORTEST_LIFE_MS = 20;
const LONGEST_START_MS = 900;
const STARTING = 6;

/** The same seed gives the same plan, whatever the load does meanwhile. */
export function planOf({ seed, kills, points, longestLifeMs }: PlanOptions): readonly Ending[] {
  const random = randomFrom(seed);
  const atRandom = Array.from({ length: kills }, (_, i): Ending => {
    if (i % STARTING === STARTING - 1) return { is: 'starting', afterMs: random.between(50, LONGEST_START_MS) };
    return { is: 'anywhere', afterMs: random.between(SHORTEST_LIFE_MS, longestLifeMs) };
  });
  const atPoints = points.map(
    (point): Ending => ({ is: 'at a point', point, armedAfterMs: random.between(0, longestLifeMs / 4) }),
  );
  const places = atPoints.map((ending) => ({ ending, place: random.between(1, kills) }));
  return atRandom.flatMap((ending, i) => [
    ending,
    ...places.filter(({ place }) => place === i + 1).map((each) => each.ending),
  ]);
}
