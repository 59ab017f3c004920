import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Tally } from './attack.js';
import type { Order, Report } from './attacker-child.js';
import type { AttackName } from './attacks/table.js';

/** A hostile tenant in a process of its own. */
export class Attacker {
  private constructor(
    readonly name: AttackName,
    private readonly child: ChildProcess,
  ) {}

  /** `root` is where the compiled service stands. Resolves when it has made what it needs. @throws Error when it cannot */
  static async prepare(root: string, name: AttackName, url: string): Promise<Attacker> {
    const script = join(root, 'test/reliability/isolation/attacker-child.js');
    const attacker = new Attacker(name, fork(script, [name, url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
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
    const gone = once(this.child, 'exit').then(() => [{ failure: 'it ended' }]);
    const [report] = (await Promise.race([once(this.child, 'message'), gone])) as [Report];
    if ('failure' in report) throw new Error(`The attack ${this.name} failed: ${report.failure}`);
    return report.tally;
  }
}
