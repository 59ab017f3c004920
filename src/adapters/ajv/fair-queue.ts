/** A lane is a schema: its jobs run in order, and the lanes take turns. */
export interface Waiting<J> {
  readonly lane: string;
  readonly job: J;
}

export interface FairQueue<J> {
  /** False: there is no room. Without anything waiting there is room for any size. */
  put(lane: string, job: J): boolean;
  /** The job whose turn it is; of lanes known to be quick alone, unless `risky`. */
  take(risky: boolean): Waiting<J> | undefined;
  isEmpty(): boolean;
  isQuick(lane: string): boolean;
  /** How long a job of a lane ran. */
  ran(lane: string, ms: number): void;
  /** A job of a lane had to be ended; answers the waiting ones there is no room for any more. */
  overran(lane: string): readonly J[];
  /** Everything that waits, taken out. */
  drain(): readonly J[];
}

export interface QueueBounds {
  readonly waiting: number;
  /** Sizes of all that wait, together. */
  readonly waitingSize: number;
  /** Of a lane whose job had to be ended lately. */
  readonly waitingSlow: number;
}

const QUICK_MS = 250;
const GRUDGE_MS = 300_000;
const MOST_REMEMBERED = 2_000;

/** A lane is risky until a job of it was quick, and for five minutes after one had to be ended. */
export function fairQueue<J extends { readonly size: number }>(bounds: QueueBounds, now: () => number): FairQueue<J> {
  const lanes = new Map<string, J[]>();
  const quick = new Set<string>();
  const slowUntil = new Map<string, number>();
  let waiting = 0;
  let size = 0;

  const isSlow = (lane: string) => (slowUntil.get(lane) ?? 0) > now();
  const forgetOldest = (known: Set<string> | Map<string, number>) => {
    for (const oldest of known.keys()) {
      if (known.size <= MOST_REMEMBERED) return;
      known.delete(oldest);
    }
  };

  const left = (jobs: readonly J[]) => {
    waiting -= jobs.length;
    for (const job of jobs) size -= job.size;
  };

  return {
    put(lane, job) {
      const jobs = lanes.get(lane) ?? [];
      if (waiting >= bounds.waiting || (waiting > 0 && size + job.size > bounds.waitingSize)) return false;
      if (isSlow(lane) && jobs.length >= bounds.waitingSlow) return false;
      jobs.push(job);
      lanes.set(lane, jobs);
      waiting++;
      size += job.size;
      return true;
    },

    take(risky) {
      for (const [lane, jobs] of lanes) {
        if (!risky && !quick.has(lane)) continue;
        const job = jobs.shift() as J;
        left([job]);
        lanes.delete(lane);
        if (jobs.length > 0) lanes.set(lane, jobs);
        return { lane, job };
      }
      return undefined;
    },

    isEmpty: () => waiting === 0,

    isQuick: (lane) => quick.has(lane),

    ran(lane, ms) {
      if (ms > QUICK_MS || isSlow(lane)) return;
      quick.delete(lane);
      quick.add(lane);
      forgetOldest(quick);
    },

    overran(lane) {
      quick.delete(lane);
      slowUntil.delete(lane);
      slowUntil.set(lane, now() + GRUDGE_MS);
      forgetOldest(slowUntil);
      const dropped = lanes.get(lane)?.splice(bounds.waitingSlow) ?? [];
      left(dropped);
      return dropped;
    },

    drain() {
      const jobs = [...lanes.values()].flat();
      lanes.clear();
      left(jobs);
      return jobs;
    },
  };
}
