// All builds are in .cache/builds; `dist` and `site/dist` are links to the newest.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A service that still runs reads from its own build, so the newest ones and those of the last day are kept. */
const KEPT = 5;
const KEPT_MS = 86_400_000;

/** @type {Readonly<Record<'service' | 'site', string>>} */
export const links = { service: 'dist', site: 'site/dist' };

const buildsOf = (root) => join(root, '.cache/builds');

/** Whether the link leads to the build of this fingerprint. */
export function isCurrent(root, name, fingerprint) {
  const link = join(root, links[name]);
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  return readlinkSync(link).endsWith(`/${name}-${fingerprint}`) && existsSync(link);
}

/** A folder of its own for a build that begins. */
export function beginBuild(root, name, fingerprint) {
  const folder = join(buildsOf(root), `${name}-${fingerprint}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Gives a finished build its name, where no other process was earlier. */
export function endBuild(root, name, fingerprint, folder) {
  const named = join(buildsOf(root), `${name}-${fingerprint}`);
  if (existsSync(named)) rmSync(folder, { recursive: true });
  else renameSync(folder, named);
}

export const isBuilt = (root, name, fingerprint) => existsSync(join(buildsOf(root), `${name}-${fingerprint}`));

/** Switches the link by one rename. A folder that other tools built is moved away. */
export function switchTo(root, name, fingerprint) {
  const link = join(root, links[name]);
  const named = join(buildsOf(root), `${name}-${fingerprint}`);
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory())
    renameSync(link, join(buildsOf(root), `${name}-aside.${process.pid}`));
  const next = `${link}.${process.pid}`;
  rmSync(next, { force: true });
  symlinkSync(relative(dirname(link), named), next);
  renameSync(next, link);
  removeOld(root, name, `${name}-${fingerprint}`);
}

function removeOld(root, name, current) {
  const builds = readdirSync(buildsOf(root))
    .filter((each) => each.startsWith(`${name}-`) && each !== current && !/\.\d+$/.test(each))
    .map((each) => ({ path: join(buildsOf(root), each), at: statSync(join(buildsOf(root), each)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  const old = builds.slice(KEPT - 1).filter(({ at }) => at < Date.now() - KEPT_MS);
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}
