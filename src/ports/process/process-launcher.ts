import { token } from '../../kernel/token.js';

export interface Program {
  /** File of a script for Node, or a command. */
  readonly file: string;
  readonly parameters: readonly string[];
  /** Present for a script: arguments for Node before the file. It exchanges messages with the service. */
  readonly node?: readonly string[];
  /** Environment variables. Default: those of the service that every program needs, without its settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Whether it ran at all. */
  readonly started: boolean;
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was requested to end, or its launcher ended. This is not a fault of its work, which can be repeated. */
  readonly wasStopped?: true;
}

export interface ProcessEvents {
  /** It runs from now on. */
  started?(pid: number): void;
  message?(message: unknown): void;
  ended(end: ProcessEnd): void;
}

/** A child process of the service. It has a lower priority, and ends when the service ends. */
export interface LaunchedProcess {
  /** A value that structured cloning copies. Dropped where the process has ended. */
  send(message: unknown): void;
  kill(signal: NodeJS.Signals): void;
  /** Whether the service stays alive for this process. Default: yes. */
  keepsService(isBusy: boolean): void;
}

/** Starts processes. The call takes no longer in a service that holds much memory. */
export interface ProcessLauncher {
  /** The events come after the call returns. A process that fails to start reports only its end. */
  launch(program: Program, events: ProcessEvents): LaunchedProcess;
  /** Ends all processes. */
  close(): Promise<void>;
}

export const PROCESS_LAUNCHER = token<ProcessLauncher>('ProcessLauncher');
