import { afterEach, describe, expect, test } from 'vitest';
import { mortal, outboxSetting, started, stopWorkers } from './outbox.fixture.js';

afterEach(stopWorkers);

describe('killed at any call to the ledger or in its sender, twenty times each', () => {
  const points = Array.from({ length: 6 }, (_, n) => [
    { at: n + 1, after: false },
    { at: n + 1, after: true },
  ]).flat();

  test.each(points)('%j: each is sent once at most, and comes to rest', async (dies) => {
    for (let n = 0; n < 20; n++) expect(await afterDeath(dies)).toSatisfy(isAtRest);
  });

  test.each([false, true])('in the sender, after sending: %s', async (after) => {
    for (let n = 0; n < 20; n++) {
      const { life, until } = outboxSetting();
      let sent = 0;
      const first = life(() => {
        if (after) sent++;
        first.runner.close();
        return new Promise<string>(() => {});
      });
      await first.plan('a');
      first.runner.start();
      await until('a', 'claimed');
      started(
        life(async () => {
          sent++;
          return undefined;
        }).runner,
      );
      await until('a', 'unknown');
      expect(sent).toBe(after ? 1 : 0);
    }
  });

  const isAtRest = ({ sent, status }: { sent: number; status: string }) =>
    sent <= 1 && (status === 'unknown' || (status === 'done' && sent === 1));

  async function afterDeath(dies: { at: number; after: boolean }) {
    const { operations, life, until, find } = outboxSetting();
    let sent = 0;
    const send = async () => {
      sent++;
      return 'receipt';
    };
    const dead: { close(): void }[] = [];
    const dying = mortal(operations, dies, () => {
      for (const runner of dead) runner.close();
    });
    const first = life(send, dying);
    dead.push(first.runner);
    first.runner.start();
    await first.plan('a').catch(() => {});
    await tick(8);
    first.runner.close();
    const second = life(send);
    started(second.runner);
    await second.plan('a');
    const { status } = await until('a', 'done', 'unknown', 'failed');
    await tick(6);
    expect(await find('a')).toMatchObject({ status });
    return { sent, status };
  }
});

const tick = (ms = 2) => new Promise((resolve) => setTimeout(resolve, ms));
