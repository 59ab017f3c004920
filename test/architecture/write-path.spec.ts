import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { isProduct, sourcesOf } from './shape.js';
import type { Source } from './syntax.js';

/** Files that may append: the stores themselves, the log in front of them, and the copy of a whole log. */
const MAY_APPEND = /^src\/(adapters\/(sqlite|eventstoredb)\/|engine\/log\/|cli\/log\/)/;
/** The one caller of the runner: the handlers behind the command bus. */
const MAY_RUN = /^src\/engine\/commands\/handlers-for\.ts$/;
const MAY_APPEND_IDEMPOTENTLY = /^src\/engine\/commands\/command-runner\.ts$/;

/** Names of functions and methods that a file calls. */
function called({ path, text }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isPropertyAccessExpression(expression)) {
        names.add(expression.name.text);
        names.add(`${expression.expression.getText(source).split('.').at(-1)}.${expression.name.text}`);
      }
      if (ts.isIdentifier(expression)) names.add(expression.text);
    }
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  visit(source);
  return names;
}

const appends = (sources: readonly Source[]) =>
  sources
    .filter(isProduct)
    .filter((source) => {
      const names = called(source);
      if (names.has('idempotentAppend') && !MAY_APPEND_IDEMPOTENTLY.test(source.path)) return true;
      if (names.has('runner.run') && !MAY_RUN.test(source.path)) return true;
      return names.has('append') && !MAY_APPEND.test(source.path);
    })
    .map(({ path }) => path);

const planted = (path: string, text: string): Source => ({ path, text });

describe('the one write path', () => {
  test('nothing but the command runner appends events', () =>
    expect(appends(sourcesOf(join(import.meta.dirname, '../..')))).toEqual([]));

  test.each([
    planted('src/modules/things/thing/application/thing.service.ts', 'await this.log.append(stream, 0, [event]);'),
    planted('src/webhooks/thing.ts', 'await idempotentAppend(log, stream, 0, [event]);'),
    planted('src/modules/things/thing/api/thing.writes.ts', 'await this.runner.run(decider, command);'),
    planted('src/engine/effects/thing.ts', 'const write = () => store.append(stream, 0, events);'),
  ])('$path is found when it appends', (source) => expect(appends([source])).toEqual([source.path]));

  test.each([
    planted('src/engine/commands/command-runner.ts', 'await idempotentAppend(log, stream, 0, events);'),
    planted('src/modules/things/thing/application/thing.service.ts', 'const append = 1; // log.append()'),
  ])('$path may stay', (source) => expect(appends([source])).toEqual([]));
});
