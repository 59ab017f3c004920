import { basename, dirname } from 'node:path';
import ts from 'typescript';
import { avoidedWords } from './avoided-words.js';
import { commentBreaches } from './english.js';
import { found, type Source } from './syntax.js';

type Rule = (tree: readonly Source[]) => readonly string[];

const MOST_FILES = 15;
const MOST_TEST_FILES = 30;
/** The words of events and commands are one folder. */
const MOST_WORDS = 22;

const isProduct = ({ path }: Source): boolean => /^(src|projections)\//.test(path);
/** Code that a newcomer reads: the product, its pages and clients, its benchmarks and these rules. One file is generated. */
const isRead = ({ path }: Source): boolean =>
  path !== 'sdk/src/api.ts' && /^(src|projections|bench|app|embed|sdk|site|test\/architecture)\//.test(path);

const each =
  (wrong: (source: Source) => readonly string[]): Rule =>
  (tree) =>
    tree.flatMap((source) => wrong(source).map((what) => `${source.path}: ${what}`));

const names = (source: Source, wanted: ReadonlySet<string>) =>
  found(source, (node) => ts.isIdentifier(node) && wanted.has(node.text));

const OF_NODE = new Set(['setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask', 'process', 'Buffer', 'NodeJS']);
const TURNS = new Set(['setImmediate', 'nextTick', 'queueMicrotask']);
/** Where turns of the event loop are divided: by tenant, by connection, and what runs as a process of its own. */
const dividesTurns = ({ path }: Source) => /^src\/(fairness|processes|adapters|http\/server)\//.test(path);

/** Adapters hold their drivers; a command or child process is one object of its own. */
const isOneProcess = ({ path }: Source) => /^src\/(adapters|cli)\/|[.-](worker|child)\.ts$/.test(path);
const CONSTANT = /^(Map|Set|WeakMap|RegExp|URL|TextEncoder|TextDecoder|Intl\..+|AsyncLocalStorage|Logger)$/;

const isMutable = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) &&
  ((statement.declarationList.flags & ts.NodeFlags.Const) === 0 ||
    statement.declarationList.declarations.some(
      ({ initializer }) =>
        initializer !== undefined &&
        ts.isNewExpression(initializer) &&
        !CONSTANT.test(initializer.expression.getText()),
    ));

const moduleState = (source: Source) =>
  found(source, (node) => ts.isSourceFile(node.parent ?? node) && ts.isStatement(node) && isMutable(node));

/** A provider of the frame: its class is injected by name. */
const PROVIDER = /\.(service|worker|reader|controller|guard|filter|eraser|manifest|module|services|views)\.ts$/;

const singular = (word: string) => word.toLowerCase().replace(/(ies|es|s)$/, '');
const wordsOfName = (name: string) => (name.match(/[A-Z][a-z0-9]*/g) ?? []).map(singular);

/** Whether each word of the class is a word of the path; `SignUp` is written `signup` there. */
function fits(className: string, path: string): boolean {
  const words = path.split(/[/.-]/).map(singular);
  const joined = path.replaceAll(/[/.-]/g, '').toLowerCase();
  return wordsOfName(className).every((word) => word === 'module' || words.includes(word) || joined.includes(word));
}

const foreignClasses = (source: Source): readonly string[] => {
  if (!isProduct(source) || !PROVIDER.test(source.path)) return [];
  const classes = [...source.text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => name as string);
  if (classes.length === 0 || classes.some((name) => fits(name, source.path))) return [];
  return [`${classes.join(', ')} has not the name of the file`];
};

const mostFilesOf = (folder: string): number => {
  if (folder === 'src/kernel') return MOST_WORDS;
  return /^(test|bench)/.test(folder) ? MOST_TEST_FILES : MOST_FILES;
};

/** Rules 1 to 7 of the rooms: the place of things, and the English of comments. */
export const roomRules = {
  'the kernel names nothing of Node': each((source) =>
    /^src\/kernel\//.test(source.path) ? names(source, OF_NODE) : [],
  ),

  'turns of the event loop are divided in fairness, processes, adapters and the server': each((source) =>
    isProduct(source) && !dividesTurns(source) ? names(source, TURNS) : [],
  ),

  'no module has a state': each((source) => (isProduct(source) && !isOneProcess(source) ? moduleState(source) : [])),

  'a folder has 15 files at most, one of tests 30': (tree) => {
    const counted = tree.filter(({ path }) => /^(src|projections|test|bench)\//.test(path));
    const counts = Map.groupBy(counted, ({ path }) => dirname(path));
    return [...counts]
      .filter(([folder, { length }]) => length > mostFilesOf(folder))
      .map(([folder, { length }]) => `${folder}: ${length} files`);
  },

  'the site, the SDK and the embedded client read the catalogue alone': each(({ path, text }) =>
    /^(site|sdk|embed|app)\//.test(path)
      ? [...text.matchAll(/['"](?:\.\.\/)+((?:src|projections|test)\/[^'"]+)['"]/g)]
          .map(([, target]) => target as string)
          .filter((target) => !target.startsWith('src/catalogue/'))
      : [],
  ),

  'a class has the name of its file': each(foreignClasses),

  'comments are plain English': each((source) => (isRead(source) ? commentBreaches(source) : [])),
} as const satisfies Record<string, Rule>;

export const roomPlantings: Readonly<Record<keyof typeof roomRules, readonly Source[]>> = {
  'the kernel names nothing of Node': [
    'setTimeout(work, 1);',
    'export type Timer = NodeJS.Timeout;',
    "Buffer.from('a');",
    'process.pid;',
  ].map((line) => planted('src/kernel/planted.ts', line)),
  'turns of the event loop are divided in fairness, processes, adapters and the server': [
    planted('src/engine/log/planted.ts', 'setImmediate(work);'),
    planted('src/http/answer/planted.ts', 'process.nextTick(work);'),
    planted('projections/things/planted.ts', 'queueMicrotask(work);'),
  ],
  'no module has a state': [
    planted('src/engine/log/planted.ts', 'export const slices = new Slices();'),
    planted('src/http/answer/planted.ts', 'let last = 0;'),
  ],
  'a folder has 15 files at most, one of tests 30': [],
  'the site, the SDK and the embedded client read the catalogue alone': [
    planted('site/src/planted.ts', "import { PAUSES } from '../../src/webhooks/send/retry-schedule.js';"),
    planted('sdk/src/planted.ts', "import { word } from '../../projections/user/reads.js';"),
  ],
  'a class has the name of its file': [
    planted('src/modules/people/auth/application/authenticator.service.ts', 'export class Callers {}'),
    planted('src/modules/people/auth/application/client-auth-keys.service.ts', 'export class StoredClientAuthKeys {}'),
  ],
  'comments are plain English': [
    ...avoidedWords
      .filter(({ place }) => place === 'everywhere')
      .map(({ planting }) => planted('src/kernel/planted.ts', `// ${planting}`)),
    ...['bench/', 'test/architecture/', 'projections/things/', 'app/src/', 'embed/src/', 'sdk/src/', 'site/src/'].map(
      (folder) => planted(`${folder}planted.ts`, '/** The caller is told. */'),
    ),
    planted('src/kernel/planted.ts', '/** Who is notified. */'),
    planted('src/kernel/planted.ts', "// It replaces one's own name."),
    planted('src/kernel/planted.ts', `// ${'word '.repeat(13)}\n// ${'word '.repeat(13)}.`),
    planted('src/kernel/planted.ts', '/**\n * Fine.\n * @returns what comes of it\n */'),
  ],
};

function planted(path: string, line: string): Source {
  return { path, text: `${[line, ...'abcdefghij'].join('\n')}\n` };
}

/** Sixteen files of one folder. */
export const crowdedFolder: readonly Source[] = Array.from({ length: MOST_FILES + 1 }, (_, n) =>
  planted(`src/kernel/crowd/file-${n}.ts`, `// ${basename('file')}`),
);
