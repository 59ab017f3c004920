import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type {
  LaunchedProcess,
  ProcessEnd,
  ProcessEvents,
  ProcessLauncher,
  Program,
} from '../../ports/process/process-launcher.js';
import { childEnvironment } from '../../processes/child-environment.js';
import { backgroundArguments, scriptBeside } from '../../processes/script.js';
import type { FromLauncher, ToLauncher } from './messages.js';

const HEAP_MIB = 128;
const script = scriptBeside(import.meta.url, 'launcher-child');

const GONE: ProcessEnd = { started: true, code: null, signal: 'SIGKILL', wasStopped: true };
const NOT_STARTED: ProcessEnd = { started: false, code: null, signal: null };

interface Launched {
  readonly events: ProcessEvents;
  isBusy: boolean;
}

/**
 * Starts processes from one small launcher process and passes their messages on. When the launcher ends, its processes
 * end too, and the next process starts from a new launcher.
 */
export class ChildProcesses implements ProcessLauncher {
  private readonly launched = new Map<number, Launched>();
  private launcher: ChildProcess | undefined;
  private last = 0;

  /** @param priority of the processes that it starts, lower by default: the event loop of the service gets a processor first */
  constructor(private readonly priority: number = constants.priority.PRIORITY_BELOW_NORMAL) {}

  /** Starts the small process, while the service holds little memory. */
  start(): this {
    this.running();
    return this;
  }

  launch(program: Program, events: ProcessEvents): LaunchedProcess {
    const id = ++this.last;
    const launched: Launched = { events, isBusy: true };
    this.launched.set(id, launched);
    this.sendToLauncher({ kind: 'launch', id, program });
    this.keepService();
    return {
      send: (message) => this.sendFor(id, { kind: 'send', id, message }),
      kill: (signal) => this.sendFor(id, { kind: 'kill', id, signal }),
      keepsService: (isBusy) => {
        launched.isBusy = isBusy;
        this.keepService();
      },
    };
  }

  async close(): Promise<void> {
    const { launcher } = this;
    if (!launcher?.connected) return;
    const ended = once(launcher, 'exit');
    // Otherwise nothing may keep the service from ending before this process does.
    launcher.ref();
    launcher.disconnect();
    await ended;
  }

  private running(): ChildProcess {
    if (this.launcher) return this.launcher;
    const launcher = fork(script, [`${this.priority}`], {
      env: childEnvironment(process.env),
      execArgv: backgroundArguments(HEAP_MIB),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.launcher = launcher;
    launcher.on('message', (message: FromLauncher) => this.launcher === launcher && this.received(message));
    launcher.on('error', () => launcher.pid ?? this.ended(launcher, NOT_STARTED));
    launcher.on('exit', () => this.ended(launcher, GONE));
    this.keepService();
    return launcher;
  }

  private received(message: FromLauncher): void {
    const events = this.launched.get(message.id)?.events;
    if (message.kind === 'started') events?.started?.(message.pid);
    else if (message.kind === 'message') events?.message?.(message.message);
    else this.end(message.id, message.end);
  }

  private end(id: number, end: ProcessEnd): void {
    const launched = this.launched.get(id);
    this.launched.delete(id);
    this.keepService();
    launched?.events.ended(end);
  }

  private ended(launcher: ChildProcess, end: ProcessEnd): void {
    if (this.launcher !== launcher) return;
    this.launcher = undefined;
    for (const id of [...this.launched.keys()]) this.end(id, end);
  }

  private sendToLauncher(message: ToLauncher): void {
    this.running().send(message, () => undefined);
  }

  /** A process that has ended hears nothing any more. */
  private sendFor(id: number, message: ToLauncher): void {
    if (this.launched.has(id)) this.sendToLauncher(message);
  }

  private keepService(): void {
    const call = [...this.launched.values()].some(({ isBusy }) => isBusy) ? 'ref' : 'unref';
    this.launcher?.[call]();
    this.launcher?.channel?.[call]();
  }
}
