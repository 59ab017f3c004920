import { setTimeout as sleep } from 'node:timers/promises';
import { refreshToken, signIn } from '../../fixtures/tokens.js';
import type { Answer } from '../../support/api.js';
import { Unanswered } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import type { Client } from './client.js';
import type { LoadTenant, World } from './world.js';

/** A sign-in and the refresh tokens that came of it. */
interface Session {
  readonly tenant: LoadTenant;
  readonly spent: string[];
  current: string;
  /** It is known what the service knows: nothing was left unanswered since. */
  sure: boolean;
  /** A spent token was shown, and that was answered. */
  ended: boolean;
}

const SESSIONS = 6;
const PAUSE_MS = 40;
const REUSE = 0.04;

/**
 * Refreshes tokens across crashes. The newest one of an answered refresh is good, a spent one never again, and a family
 * that was ended stays so.
 */
export class Sessions {
  readonly wrong: string[] = [];
  readonly counted = { 'signed in': 0, refreshed: 0, 'shown again': 0, ended: 0, 'left unanswered': 0 };
  private readonly sessions: (Session | undefined)[] = Array.from({ length: SESSIONS });

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /** Ends with the server, or after so many rounds. */
  async run(client: Client, rounds = Number.POSITIVE_INFINITY): Promise<void> {
    const one = async (i: number) => {
      for (let round = 0; round < rounds; round++) {
        try {
          await this.step(client, i);
        } catch (error) {
          if (!(error instanceof Unanswered)) throw error;
          this.counted['left unanswered']++;
          return;
        }
        await sleep(PAUSE_MS);
      }
    };
    await Promise.all(this.sessions.map((_, i) => one(i)));
  }

  private async step(client: Client, i: number): Promise<void> {
    const session = this.sessions[i];
    if (!session) this.sessions[i] = await this.signIn(client);
    else if (session.ended) {
      await this.afterTheEnd(client, session);
      if (this.random.chance(0.3)) this.sessions[i] = undefined;
    } else if (session.spent.length > 0 && this.random.chance(REUSE)) await this.showSpent(client, session);
    else if (!(await this.refresh(client, session))) this.sessions[i] = undefined;
  }

  private async signIn(client: Client): Promise<Session | undefined> {
    const tenant = this.random.one(this.world.tenants);
    if (!tenant) return undefined;
    const { status, body } = await signIn(client, tenant.tenantId);
    if (status !== 200) {
      if (status !== 429 && status !== 503) this.wrong.push(`sign-in: ${status} ${JSON.stringify(body)}`);
      return undefined;
    }
    this.counted['signed in']++;
    return { tenant, spent: [], current: body.refresh_token, sure: true, ended: false };
  }

  /** False when the family came to its end because a crash left open whether the token was spent. */
  private async refresh(client: Client, session: Session): Promise<boolean> {
    const { sure, current } = session;
    session.sure = false;
    const { status, body } = await show(client, session, current);
    if (status === 200) {
      session.spent.push(current);
      session.current = body.refresh_token;
      session.sure = true;
      this.counted.refreshed++;
      return true;
    }
    if (status !== 400) {
      session.sure = sure;
      return true;
    }
    if (sure) this.wrong.push(`the newest token is refused: ${JSON.stringify(body)}`);
    return false;
  }

  private async showSpent(client: Client, session: Session): Promise<void> {
    session.sure = false;
    const { status } = await show(client, session, this.random.one(session.spent) ?? '');
    this.counted['shown again']++;
    if (status === 200) this.wrong.push('a spent token was taken once more');
    session.ended = status === 400;
  }

  private async afterTheEnd(client: Client, session: Session): Promise<void> {
    const { status } = await show(client, session, session.current);
    this.counted.ended++;
    if (status === 200) this.wrong.push('a token of an ended family was taken');
  }
}

const show = (client: Client, { tenant }: Session, token: string): Promise<Answer> =>
  refreshToken(client, tenant.tenantId, token);
