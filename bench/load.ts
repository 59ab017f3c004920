import type { Child } from './children.js';
import { HttpConnection } from './http-connection.js';
import { at } from './rounds.js';

/** The requests of one sender, sent in turn and again from the first. */
export type RequestCycle = readonly Buffer[];

export interface Sample {
  readonly perSecond: number;
  /** CPU time of the server for one request; also CPU seconds for 1,000. */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that this process used itself. Near 1 the load generator is the limit. */
  readonly ownCpu: number;
}

/** A server under load, with one connection for each sender. */
export class LoadTarget {
  private readonly turns: number[];

  private constructor(
    readonly child: Child,
    private connections: readonly HttpConnection[],
    private readonly cycles: readonly RequestCycle[],
    private readonly status: number,
  ) {
    this.turns = cycles.map(() => 0);
  }

  static async connect(child: Child, cycles: readonly RequestCycle[], status = 200): Promise<LoadTarget> {
    const connections = await Promise.all(cycles.map(() => HttpConnection.open(child.port)));
    return new LoadTarget(child, connections, cycles, status);
  }

  /** Loads the server for `ms`. Each sender sends its next request after the response to the last. */
  async load(ms: number, senders = this.connections.length): Promise<Sample> {
    await this.reopen();
    const [before, own] = [await this.child.usage(), process.cpuUsage()];
    const start = performance.now();
    const durations = await Promise.all(
      this.connections.slice(0, senders).map((connection, i) => this.send(connection, i, start + ms)),
    );
    const elapsed = performance.now() - start;
    const { user, system } = process.cpuUsage(own);
    const { cpuMs } = await this.child.usage();
    const each = durations.flat().sort((a, b) => a - b);
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
    for (const connection of this.connections) connection.close();
  }

  private async reopen(): Promise<void> {
    const { port } = this.child;
    this.connections = await Promise.all(
      this.connections.map((each) => (each.isOpen ? each : HttpConnection.open(port))),
    );
  }

  private async send(connection: HttpConnection, i: number, until: number): Promise<number[]> {
    const durations: number[] = [];
    const cycle = this.cycles[i] as RequestCycle;
    for (let now = performance.now(); now < until; ) {
      const { status, body } = await connection.ask(cycle[this.turn(i)] as Buffer);
      if (status !== this.status) throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}`);
      const then = performance.now();
      durations.push(then - now);
      now = then;
    }
    return durations;
  }

  private turn(i: number): number {
    const turn = this.turns[i] as number;
    this.turns[i] = (turn + 1) % (this.cycles[i] as RequestCycle).length;
    return turn;
  }
}
