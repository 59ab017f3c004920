import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Tally } from './attack.js';
import type { Order, Report } from './attacker-child.js';
import type { AttackName } from './attacks/table.js';

/** Last of all, with every thread: the load of a real attacker does not run on the processors of the service. */
const LAST = ['-n', '19', process.execPath];

/** A hostile tenant in a process of its own. */
export class Attacker {
  private constructor(
    readonly name: AttackName,
    private readonly child: ChildProcess,
  ) {}

  /** `root` is where the compiled service stands. Resolves when it has made what it needs. @throws Error when it cannot */
  static async prepare(root: string, name: AttackName, url: string): Promise<Attacker> {
    const script = join(root, 'test/reliability/isolation/attacker-child.js');
    const child = fork(script, [name, url], {
      execPath: 'nice',
      execArgv: [...LAST, ...process.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const attacker = new Attacker(name, child);
    await attacker.report();
    return attacker;
  }

  begin(): void {
    this.tell('begin');
  }

  /** Resolves when the last request is answered. */
  end(): Promise<Tally> {
    const report = this.report();
    this.tell('end');
    return report;
  }

  leave(): void {
    this.child.kill('SIGKILL');
  }

  private tell(order: Order): void {
    this.child.send(order);
  }

  private async report(): Promise<Tally> {
    const told = new AbortController();
    const gone = once(this.child, 'exit', { signal: told.signal }).then(() => [{ failure: 'it ended' }]);
    const [report] = (await Promise.race([once(this.child, 'message'), gone])) as [Report];
    gone.catch(() => undefined);
    told.abort();
    if ('failure' in report) throw new Error(`The attack ${this.name} failed: ${report.failure}`);
    return report.tally;
  }
}
