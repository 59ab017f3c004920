import type { Child } from './children.js';
import { at } from './rounds.js';
import { Wire } from './wire.js';

/** Requests of one sender, sent in turn and repeated. */
export type Script = readonly Buffer[];

export interface Sample {
  readonly perSecond: number;
  /** CPU of the server for one request in milliseconds; equals CPU seconds for 1,000. */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of one core, that this process used itself; near 1 it measures itself. */
  readonly ownCpu: number;
}

/** A server with a connection for each of its senders. */
export class Target {
  private readonly turns: number[];

  private constructor(
    readonly child: Child,
    private readonly wires: readonly Wire[],
    private readonly scripts: readonly Script[],
    private readonly status: number,
  ) {
    this.turns = scripts.map(() => 0);
  }

  static async aim(child: Child, scripts: readonly Script[], status = 200): Promise<Target> {
    const wires = await Promise.all(scripts.map(() => Wire.open(child.port)));
    return new Target(child, wires, scripts, status);
  }

  /** So many senders ask for so long, each the next as soon as it is answered. */
  async load(ms: number, senders = this.wires.length): Promise<Sample> {
    const [before, own] = [await this.child.usage(), process.cpuUsage()];
    const start = performance.now();
    const lasting = await Promise.all(this.wires.slice(0, senders).map((wire, i) => this.send(wire, i, start + ms)));
    const elapsed = performance.now() - start;
    const { user, system } = process.cpuUsage(own);
    const { cpuMs } = await this.child.usage();
    const each = lasting.flat().sort((a, b) => a - b);
    return {
      perSecond: (each.length / elapsed) * 1_000,
      cpuMs: (cpuMs - before.cpuMs) / each.length,
      p50Ms: at(each, 0.5),
      p99Ms: at(each, 0.99),
      ownCpu: (user + system) / 1_000 / elapsed,
    };
  }

  /** One more load, with a CPU profile of the server for the developer's tools. */
  async profile(path: string, ms: number): Promise<void> {
    await this.child.profile();
    await this.load(ms);
    await this.child.saveProfile(path);
  }

  close(): void {
    for (const wire of this.wires) wire.close();
  }

  private async send(wire: Wire, i: number, until: number): Promise<number[]> {
    const lasted: number[] = [];
    const script = this.scripts[i] as Script;
    for (let now = performance.now(); now < until; ) {
      const { status, body } = await wire.ask(script[this.turn(i)] as Buffer);
      if (status !== this.status) throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}`);
      const then = performance.now();
      lasted.push(then - now);
      now = then;
    }
    return lasted;
  }

  private turn(i: number): number {
    const turn = this.turns[i] as number;
    this.turns[i] = (turn + 1) % (this.scripts[i] as Script).length;
    return turn;
  }
}
