import { spawn } from 'node:child_process';
import { until } from '../../support/until.js';

const DONE = '@@ done';
const SLOW_MS = 20_000;

/** A shell as a reader has it open: what is pasted runs after what was pasted before. */
export function aShell(folder: string, path: string) {
  const env = { PATH: path, HOME: folder, NODE_NO_WARNINGS: '1' };
  const shell = spawn('bash', ['-eu'], { cwd: folder, env, detached: true });
  const ended = new Promise((resolve) => shell.on('close', resolve));
  let printed = '';
  let dones = 0;
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const has = (text: string, times = 1) =>
    until(
      () => printed,
      (all) => all.split(text).length > times || shell.exitCode !== null,
      SLOW_MS,
    ).then((all) => {
      if (all.split(text).length <= times)
        throw new Error(`The shell ended with ${shell.exitCode}: ${all.slice(-2000)}`);
    });
  return {
    printed: () => printed,
    /** Pastes the lines and waits until they ran. @throws Error where one of them fails */
    async run(lines: string): Promise<void> {
      shell.stdin.write(`${lines}\necho "\n${DONE}"\n`);
      await has(`\n${DONE}`, ++dones);
    },
    /** Pastes a command that goes on. */
    start: (line: string) => void shell.stdin.write(`exec env ${line}\n`),
    until: (text: string) => has(text),
    /** Ends the shell with whatever still runs in it. */
    async close(): Promise<void> {
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
      await ended;
    },
  };
}
