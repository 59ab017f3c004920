import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { randomFrom } from '../../support/random.js';
import { type Client, clientOf } from './client.js';
import { DataChecks } from './data-checks.js';
import { Journal } from './journal.js';
import { Load } from './load.js';
import type { Findings } from './log-checks.js';
import { type Ending, type PlanOptions, planOf } from './plan.js';
import { type ServerChild, startAndKill, startServer } from './server-child.js';
import { Sessions } from './sessions.js';
import { type Figures, Tally } from './tally.js';
import { Verifier } from './verifier.js';
import { createLoadTenant, World } from './world.js';

export interface CampaignOptions extends PlanOptions {
  /** Where the compiled house stands. */
  readonly root: string;
  /** After every so many kills the data are checked, as they are at the end. */
  readonly checkEvery: number;
  readonly say?: (line: string) => void;
}

export interface Campaign {
  readonly findings: Findings;
  readonly figures: Figures;
}

const READY_WITHIN_MS = 5_000;
/** How long a crash point may take to be reached. */
const POINT_WITHIN_MS = 20_000;
const TENANTS = ['acme', 'globex'];
/** Longer than the shortest locks and the timers that end them. */
const SETTLE_MS = 4_000;
const LAST_ROUNDS = 3;

/** Kills a server again and again under load, and looks whether it kept what it promised. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-crash-'));
  const killing = new Killing(options, join(folder, 'data'), join(folder, 'journal'));
  try {
    await killing.begin();
    for (const [i, ending] of planOf(options).entries()) await killing.live(ending, i + 1);
    return await killing.end();
  } finally {
    await killing.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Killing {
  private readonly tally = new Tally();
  private readonly world: World;
  private readonly journal: Journal;
  private readonly load: Load;
  private readonly verifier = new Verifier();
  private readonly sessions: Sessions;
  private readonly checks: DataChecks;
  private readonly began = performance.now();
  private readonly kills: Record<Ending['is'], number> = { anywhere: 0, starting: 0, 'at a point': 0 };
  /** `ownMs` without the time it waited for a processor that others of the machine had. */
  private longestStart = { ms: 0, ownMs: 0 };
  private child: ServerChild | undefined;
  private acknowledged: () => void = () => {};

  constructor(
    private readonly options: CampaignOptions,
    private readonly dataDir: string,
    journalPath: string,
  ) {
    this.world = new World(randomFrom(options.seed + 1));
    this.sessions = new Sessions(this.world, randomFrom(options.seed + 2));
    this.journal = new Journal(journalPath);
    this.load = new Load(this.world, this.journal, (wish, outcome) => {
      this.verifier.note(wish, outcome);
      this.acknowledged();
    });
    this.checks = new DataChecks(dataDir);
  }

  async begin(): Promise<void> {
    const client = clientOf((await this.start()).url);
    for (const name of TENANTS) this.world.tenants.push(await createLoadTenant(client, name));
    client.close();
    await this.stop();
  }

  /** From a start to the kill, and what can be said of it. */
  async live(ending: Ending, n: number): Promise<void> {
    this.kills[ending.is]++;
    if (ending.is === 'starting') await startAndKill(this.place, ending.afterMs);
    else {
      const child = await this.start(ending.is === 'at a point');
      const client = clientOf(child.url);
      const work = Promise.all([this.load.run(client), this.verifier.run(client), this.sessions.run(client)]);
      await Promise.race([this.finish(child, ending), work]);
      await child.kill();
      await work;
      client.close();
      this.tally.count('no errors logged', child.complaints() || undefined);
    }
    if (n % this.options.checkEvery === 0) {
      this.tally.take(await this.checks.check(this.journal.read()));
      this.options.say?.(`${n} kills, ${this.load.counted.acked} writes acknowledged`);
    }
  }

  /** Everything that was left undone is done, nothing new is asked for, and all is compared. */
  async end(): Promise<Campaign> {
    const { url } = await this.start();
    const client = clientOf(url);
    for (let i = 0; i < LAST_ROUNDS; i++) await this.load.run(client, { wishing: false });
    await Promise.all([this.verifier.run(client), this.sessions.run(client, LAST_ROUNDS), sleep(SETTLE_MS)]);
    // A lock that ends at this very moment is noted a little later.
    const settledAt = new Date(Date.now() - SETTLE_MS / 2).toISOString();
    await this.verifyNothingIsLeft(client);
    client.close();
    // Ready means caught up, so that the read models are asked for everything that is in the log.
    await fetch(`${url}/health/ready`);
    await this.stop();
    this.tally.take(await this.checks.check(this.journal.read(), settledAt));
    return { findings: this.findings(), figures: this.figures() };
  }

  async close(): Promise<void> {
    await this.stop();
    this.journal.close();
  }

  private get place() {
    return { root: this.options.root, dataDir: this.dataDir, environment: UNLIMITED_TENANTS };
  }

  private async start(armed = false): Promise<ServerChild> {
    const child = await startServer(this.place, { armed });
    this.child = child;
    const { readyMs, heldUpMs } = child;
    this.longestStart = {
      ms: Math.max(this.longestStart.ms, readyMs),
      ownMs: Math.max(this.longestStart.ownMs, readyMs - heldUpMs),
    };
    const late =
      readyMs - heldUpMs > READY_WITHIN_MS ? `${Math.round(readyMs)} ms, held up ${Math.round(heldUpMs)}` : undefined;
    this.tally.count('ready within 5 s of the start', late);
    return child;
  }

  private async stop(): Promise<void> {
    await this.child?.kill();
  }

  private firstAnswer(): Promise<void> {
    return new Promise((resolve) => {
      this.acknowledged = resolve;
    });
  }

  /** Kept when it is to be killed, or has ended by itself where it was told to. */
  private async finish(child: ServerChild, ending: Exclude<Ending, { is: 'starting' }>): Promise<void> {
    const dead = child.ended.then(() => true);
    const name = 'dies when it is told to';
    // On a slow machine the moments are later, and as much is under way.
    await Promise.race([dead, this.firstAnswer()]);
    if (ending.is === 'anywhere') {
      const byItself = await Promise.race([dead, sleep(ending.afterMs, false)]);
      this.tally.count(name, byItself ? `died by itself: ${child.complaints()}` : undefined);
      return;
    }
    await sleep(ending.armedAfterMs);
    await child.arm(ending.point);
    const reached = await Promise.race([dead, sleep(POINT_WITHIN_MS, false)]);
    this.tally.count(name, reached ? undefined : `never came to ${ending.point.at} ${ending.point.on ?? ''}`);
  }

  private async verifyNothingIsLeft(client: Client): Promise<void> {
    await this.verifier.run(client);
    this.tally.take({
      'nothing left unverified': { compared: 1, wrong: this.verifier.isDone ? [] : ['some are left'] },
    });
  }

  private findings(): Findings {
    const { load, verifier, sessions } = this;
    this.tally.take({
      'answers as they should be': { compared: load.counted.acked + load.counted.refused, wrong: load.fieldErrors },
      'acknowledged: seen over REST': { compared: verifier.counted.verified, wrong: verifier.wrong },
      'same key, same answer after a restart': { compared: verifier.counted.replayed, wrong: verifier.replies },
      'refresh tokens single-use': { compared: sessions.counted.refreshed, wrong: sessions.wrong },
    });
    return this.tally.all;
  }

  private figures(): Figures {
    const { asked, acked, refused, again, twins } = this.load.counted;
    return {
      seed: this.options.seed,
      'kills at random moments': this.kills.anywhere + this.kills.starting,
      '  of these while it started': this.kills.starting,
      'kills at crash points': this.kills['at a point'],
      'writes asked for': asked,
      '  acknowledged': acked,
      '  refused': refused,
      '  asked again after a kill': again,
      '  sent twice at once': twins,
      ...Object.fromEntries(Object.entries(this.sessions.counted).map(([name, n]) => [`sessions ${name}`, n])),
      'longest start until ready, ms': Math.round(this.longestStart.ms),
      '  without waiting for a processor, ms': Math.round(this.longestStart.ownMs),
      'all in all, s': Math.round((performance.now() - this.began) / 1_000),
    };
  }
}
