import { execFile } from 'node:child_process';

/** What a script prints that reads `typed`. The service may answer in this process, which does not wait for the shell. */
export const shell = (script: string, typed: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile('bash', ['-c', script], { timeout: 30_000 }, (error, out) =>
      error ? reject(error) : resolve(out),
    );
    child.stdin?.end(typed);
  });
