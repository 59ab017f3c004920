import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  callsOutside,
  cqrsNames,
  linesOf,
  readsEnvironment,
  roleChecks,
  type Source,
  shapesPerCall,
} from './syntax.js';

/** Returns the faults of a tree, one line each. */
export type Rule = (tree: readonly Source[]) => readonly string[];

const SOURCE = /\.[cm]?[jt]sx?$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** The hand-written source below a root. */
export const sourcesOf = (root: string, folders = ['src', 'projections', 'app', 'test', 'bench']): readonly Source[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

export const isProduct = ({ path }: Source): boolean => /^(src|projections)\//.test(path);

/** Where time, chance, network and environment are let in. */
const isBorder = ({ path }: Source) => /^src\/(adapters|processes|cli)\//.test(path);
const readsSettings = ({ path }: Source) => /^src\/((adapters|cli|config)\/|main\.ts$)/.test(path);

/** The table of roles, the functions that read it, and the rules of the users that have a role. */
const decidesByRole = ({ path }: Source) =>
  /^src\/(catalogue\/permissions\/|kernel\/access\.ts$|modules\/people\/user\/domain\/user\.resource\.ts$)/.test(path);
/** Their roles are those of processes. */
const knowsNoCaller = ({ path }: Source) => /^src\/(engine|composition|config)\//.test(path);

/** Their functions are called while the process starts, or once for each cache. */
const makesShapesOnce = ({ path }: Source) =>
  [
    'src/adapters/ajv/ajv-validator.ts',
    'src/adapters/ajv/validation-pool.ts',
    'src/adapters/ajv/large-json.ts',
    'src/adapters/sqlite/events/event-writer.ts',
    'src/engine/commands/handlers-for.ts',
    'src/http/fields/paging.dto.ts',
    'src/kernel/command.ts',
    'src/lib/lru-cache.ts',
    'src/kernel/resource.ts',
    'src/modules/tenants/tenant/api/tenant-config.dto.ts',
  ].includes(path);

const each =
  (wrong: (source: Source) => readonly string[] | string | undefined | false): Rule =>
  (tree) =>
    tree.flatMap((source) => {
      const found = wrong(source) || [];
      return (typeof found === 'string' ? [found] : found).map((what) => `${source.path}: ${what}`);
    });

/** Files that decide or fold, and the spec that each must have. */
function specOf(path: string): string | undefined {
  const decided = /^src\/modules\/([^/]+\/[^/]+)\/domain\/(.+\.(?:decider|resource|process))\.ts$/.exec(path);
  if (decided) return `test/modules/${decided[1]}/${decided[2]}.spec.ts`;
  const folded = /^projections\/([^/]+)\/projection\.ts$/.exec(path);
  return folded ? `test/projections/${folded[1]}.spec.ts` : undefined;
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found]) => found);

export const rules = {
  'a file has 250 lines at most': each((source) => linesOf(source) > 250 && `${linesOf(source)} lines`),

  'a file has 5 lines at least': each((source) => linesOf(source) < 5 && `${linesOf(source)} lines`),

  'there are no barrels': each(
    ({ path }) => /^index\.[cm]?[jt]sx?$/.test(basename(path)) && 'import the file you mean',
  ),

  'names are kebab-case': each(({ path }) => {
    const odd = path.split('/').find((name) => !KEBAB.test(name));
    return odd && `"${odd}" is not kebab-case`;
  }),

  'what decides or folds has its spec': (tree) => {
    const known = new Set(tree.map(({ path }) => path));
    return each(({ path }) => {
      const spec = specOf(path);
      return spec !== undefined && !known.has(spec) && `${spec} is missing`;
    })(tree);
  },

  'no test is switched off or run alone': each(
    ({ path, text }) => path.startsWith('test/') && matches(text, /\.(?:skip|only|todo)\b.*/g),
  ),

  'a test is written with test': each(
    ({ path, text }) => path.startsWith('test/') && matches(text, /import \{[^}]*\bit\b[^}]*\} from 'vitest'/g),
  ),

  // vitest.config.ts bounds `expect.poll`. The bound of these functions is one second, in which a busy machine may do
  // nothing.
  'a test waits with expect.poll': each(
    ({ path, text }) => path.startsWith('test/') && matches(text, /\bvi\.wait(?:For|Until)\(/g),
  ),

  'nothing is left for later': each(({ text }) => matches(text, /\b(?:TO[D]O|FIX[M]E)\b.*/g)),

  'time, chance and network come through ports': each(
    (source) => isProduct(source) && !isBorder(source) && callsOutside(source),
  ),

  'the catalogue decides by role': each(
    (source) => isProduct(source) && !decidesByRole(source) && !knowsNoCaller(source) && roleChecks(source),
  ),

  'settings are read in config': each(
    (source) => isProduct(source) && !readsSettings(source) && readsEnvironment(source),
  ),

  'only ports and engine are a global module': each(
    ({ path, text }) =>
      isProduct({ path, text }) && path !== 'src/composition/infrastructure.module.ts' && matches(text, /@Global\(\)/g),
  ),

  'a bound limit does not compile its statement anew': each(
    ({ path, text }) =>
      path.startsWith('src/adapters/sqlite/') && matches(text, /\blimit (?:\?(?=[)`']| offset)|:\w+\b(?! \+ 0))/g),
  ),

  'a call makes no class, generator or accessor of its own': each(
    (source) => isProduct(source) && !makesShapesOnce(source) && shapesPerCall(source),
  ),

  'of @nestjs/cqrs there is the command bus alone': each((source) => isProduct(source) && cqrsNames(source)),
} as const satisfies Record<string, Rule>;

/** The lines of the files of src and projections. */
export function figures(tree: readonly Source[]) {
  const lines = tree
    .filter(isProduct)
    .map(linesOf)
    .sort((a, b) => a - b);
  const at = (part: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * part))] ?? 0;
  return { files: lines.length, p25: at(0.25), median: at(0.5), p95: at(0.95), longest: lines.at(-1) ?? 0 };
}
