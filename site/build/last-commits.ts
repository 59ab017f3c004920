import { execFileSync } from 'node:child_process';

const TOP = ':(top)';

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 });

/** Newest commit of each file from `git log --format=@%at --name-only`, which lists the newest first. */
export function timesIn(log: string): Map<string, Date> {
  const times = new Map<string, Date>();
  let at = new Date(0);
  for (const line of log.split('\n')) {
    if (/^@\d+$/.test(line)) at = new Date(Number(line.slice(1)) * 1000);
    else if (line !== '' && !times.has(line)) times.set(line, at);
  }
  return times;
}

/**
 * Time of the last commit of each file under the paths, which count from the top of the repository. Files that differ from
 * their commit are left out. Empty where there is no git, no repository, or not its whole history: no date is made up.
 */
export function lastCommits(...paths: readonly string[]): ReadonlyMap<string, Date> {
  const below = paths.map((path) => `${TOP}${path}`);
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return new Map();
    const times = timesIn(git('-c', 'core.quotePath=off', 'log', '--format=@%at', '--name-only', '--', ...below));
    const changed = git('-c', 'core.quotePath=off', 'status', '--porcelain', '--no-renames', '--', ...below);
    for (const line of changed.split('\n')) times.delete(line.slice(3));
    return times;
  } catch {
    return new Map();
  }
}
