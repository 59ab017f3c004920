import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** CPU time of a process since its start, as it reports itself: user and system time of all threads. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMiB: number;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Arguments for Node before the program. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const LISTENS = /listens at http:\/\/[^\s:]+:(\d+)|Tidings runs|^ready$/m;
const REPORT = new URL('./report.js', import.meta.url).href;

/** A measured program in its own process. */
export class Child {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
  ) {}

  /** `program` is absolute or relative to `dist/bench`. Resolves when it prints on stderr where it listens, or `ready`. */
  static async start(program: string, { args = [], node = [], env = {} }: StartOptions = {}): Promise<Child> {
    const path = fileURLToPath(new URL(program, import.meta.url));
    const child = fork(path, args, {
      env: { ...process.env, ...env },
      execArgv: [...node, '--import', REPORT],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new Child(child, await portOf(child, program));
  }

  usage(): Promise<Usage> {
    return this.ask({ ask: 'usage' });
  }

  /** After all that may be freed was. */
  collected(): Promise<Usage> {
    return this.ask({ ask: 'collect' });
  }

  async profile(): Promise<void> {
    await this.ask({ ask: 'profile' });
  }

  async saveProfile(path: string): Promise<void> {
    await this.ask({ ask: 'save', path });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }

  async ask<T>(question: object): Promise<T> {
    this.process.send(question);
    const [answer] = (await once(this.process, 'message')) as [T];
    return answer;
  }
}

function portOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const listens = LISTENS.exec(output);
      if (listens) resolve(Number(listens[1] ?? 0));
    });
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
  });
}
