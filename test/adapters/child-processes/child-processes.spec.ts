import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChildProcesses } from '../../../src/adapters/child-processes/child-processes.js';
import type { ProcessEnd } from '../../../src/ports/process/process-launcher.js';
import { childrenOf, descendantsOf, isRunning } from '../../support/processes/linux-processes.js';

const ECHO = `
  process.on('message', (message) => message === 'exit' ? process.exit(7) : process.send({ heard: message }));
  process.send('ready');`;

describe('processes beside the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-processes-'));
  const file = join(folder, 'echo.cjs');
  const processes = new ChildProcesses();
  beforeAll(() => writeFileSync(file, ECHO));
  afterAll(async () => {
    await processes.close();
    rmSync(folder, { recursive: true });
  });

  /** Starts the script. */
  function echo(launcher = processes) {
    const heard: unknown[] = [];
    const [started, ended] = [Promise.withResolvers<number>(), Promise.withResolvers<ProcessEnd>()];
    const child = launcher.launch(
      { file, parameters: [], node: [], environment: {} },
      { started: started.resolve, message: (message) => heard.push(message), ended: ended.resolve },
    );
    return { child, heard, started: started.promise, ended: ended.promise };
  }

  const commandEnds = (command: string, environment?: Readonly<Record<string, string>>) =>
    new Promise<ProcessEnd>((ended) => {
      const program = { file: '/bin/sh', parameters: ['-c', command], ...(environment ? { environment } : {}) };
      processes.launch(program, { ended });
    });

  test('exchange messages that structured cloning copies, each with its own', async () => {
    const [one, two] = [echo(), echo()];
    one.child.send(new Map([[1n, new Date(0)]]));
    two.child.send('two');
    await expect.poll(() => one.heard).toEqual(['ready', { heard: new Map([[1n, new Date(0)]]) }]);
    await expect.poll(() => two.heard).toEqual(['ready', { heard: 'two' }]);
    one.child.send('exit');
    expect(await one.ended).toEqual({ started: true, code: 7, signal: null });
    one.child.send('lost');
    one.child.kill('SIGKILL');
    two.child.kill('SIGTERM');
    expect(await two.ended).toEqual({ started: true, code: null, signal: 'SIGTERM', wasStopped: true });
  });

  test('tell the exit code of a command, and that one could not be started', async () => {
    expect(await commandEnds('exit 3')).toEqual({ started: true, code: 3, signal: null });
    expect(await commandEnds('test -z "$HOME" && test "$NAME" = value', { NAME: 'value' })).toMatchObject({ code: 0 });
    const end = new Promise<ProcessEnd>((ended) => {
      processes.launch({ file: join(folder, 'missing'), parameters: [] }, { ended });
    });
    expect(await end).toEqual({ started: false, code: null, signal: null });
  });

  test('inherit what programs need from the environment, and no setting of the service', async () => {
    const secrets = [
      'MASTER_KEY',
      'SMTP_URL',
      'METRICS_TOKEN',
      'EVENT_STORE_URL',
      'AWS_SECRET_ACCESS_KEY',
      'ANY_OTHER',
    ];
    for (const name of secrets) process.env[name] = 'a secret';
    const launcher = new ChildProcesses().start();
    const run = (command: string) =>
      new Promise<ProcessEnd>((ended) => {
        launcher.launch({ file: '/bin/sh', parameters: ['-c', command] }, { ended });
      });
    try {
      for (const name of secrets) expect(await run(`test -z "$${name}"`)).toMatchObject({ code: 0 });
      expect(await run('test -n "$PATH"')).toMatchObject({ code: 0 });
      expect(await run('! tr "\\0" "\\n" < /proc/$PPID/environ | grep -q "a secret"')).toMatchObject({ code: 0 });
    } finally {
      for (const name of secrets) delete process.env[name];
      await launcher.close();
    }
  });

  test.skipIf(process.platform !== 'linux')('are no children of the service, which a start would hold up', async () => {
    const launcher = new ChildProcesses().start();
    const before = new Set(childrenOf(process.pid).map(({ pid }) => pid));
    const { started, ended } = echo(launcher);
    const pid = await started;
    expect(childrenOf(process.pid).filter((child) => !before.has(child.pid))).toEqual([]);
    expect(descendantsOf(process.pid).map((child) => child.pid)).toContain(pid);
    await launcher.close();
    expect(await ended).toMatchObject({ started: true, signal: 'SIGKILL' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('end where the process that starts them ends; others start', async () => {
    const before = new Set(childrenOf(process.pid).map(({ pid }) => pid));
    const launcher = new ChildProcesses().start();
    const held = echo(launcher);
    const pid = await held.started;
    const [small] = childrenOf(process.pid).filter((child) => !before.has(child.pid));
    process.kill(small?.pid ?? 0, 'SIGKILL');
    expect(await held.ended).toEqual({ started: true, code: null, signal: 'SIGKILL', wasStopped: true });
    await expect.poll(() => isRunning(pid)).toBe(false);
    const next = echo(launcher);
    await expect.poll(() => next.heard).toEqual(['ready']);
    await launcher.close();
  });
});
