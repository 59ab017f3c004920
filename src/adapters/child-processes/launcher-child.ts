// Runs in a small process: `fork` copies the page tables of its parent, 20 to 40 ms where that holds 400 MiB. From
// source Node strips the types, so this file imports types, and files that import nothing by `.ts`.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { Program } from '../../ports/process/process-launcher.js';
import { STOP_SIGNALS } from '../../processes/stop-signals.ts';
import type { FromLauncher, ToLauncher } from './messages.js';

const processes = new Map<number, ChildProcess>();
const send = (message: FromLauncher) => process.send?.(message, () => undefined);

/** Only a privileged process may start one of a higher priority. */
const priority = Math.max(getPriority(), Number(process.argv[2]));

function begin({ file, parameters, node, environment }: Program): ChildProcess {
  const env = environment ?? process.env;
  if (!node) return spawn(file, [...parameters], { env, stdio: 'ignore' });
  return fork(file, [...parameters], {
    env,
    execArgv: [...node],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function launch(id: number, program: Program): void {
  const child = begin(program);
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    const wasStopped = STOP_SIGNALS.some((each) => each === signal) ? ({ wasStopped: true } as const) : {};
    const end = { started: child.pid !== undefined, code, signal, ...wasStopped };
    if (processes.delete(id)) send({ kind: 'ended', id, end });
  };
  processes.set(id, child);
  child.on('message', (message) => send({ kind: 'message', id, message }));
  child.on('error', () => child.pid ?? ended(null, null));
  child.on('exit', ended);
  if (child.pid === undefined) return;
  setPriority(child.pid, priority);
  send({ kind: 'started', id, pid: child.pid });
}

process.on('message', (order: ToLauncher) => {
  const child = processes.get(order.id);
  if (order.kind === 'launch') launch(order.id, order.program);
  else if (order.kind === 'kill') child?.kill(order.signal);
  else if (child?.connected) child.send(order.message as object, () => undefined);
});

/** The service is gone, or closes. */
process.on('disconnect', () => {
  for (const child of processes.values()) child.kill('SIGKILL');
  process.exit();
});

/** A terminal sends Ctrl-C to this process too; the service decides when it ends. */
for (const signal of STOP_SIGNALS) process.on(signal, () => undefined);
