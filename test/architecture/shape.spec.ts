import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { figures, type Rule, rules, sourcesOf } from './shape.js';
import type { Source } from './syntax.js';

const tree = sourcesOf(join(import.meta.dirname, '../..'));

const code = (...lines: readonly string[]) => `${[...lines, 'a', 'b', 'c', 'd'].join('\n')}\n`;
const file = (path: string, text = code('export {};')): Source => ({ path, text });
const long = (lines: number) => 'a\n'.repeat(lines);

const innocent: readonly Source[] = [
  file('src/kernel/instant.ts', code('// never Date.now()', "const text = 'Math.random() fetch()';", 'new Date(0);')),
  file('src/catalogue/limits.ts', long(250)),
  file('src/ports/stores/words.ts', long(5)),
  file('src/config/config.ts', code('process.env.PORT;')),
  file('src/kernel/access.ts', code("caller.role === 'API_KEY'; roles.includes(role);")),
  file('src/engine/effects/roles.ts', code('roles.has(role);')),
  file(
    'src/modules/things/thing/api/thing.access.ts',
    code("may(caller, 'thing.change'); kind === 'USER';", 'f({ role });'),
  ),
  file('src/adapters/system/clock.ts', code('Date.now(); new Date(); randomUUID(); fetch(url); process.env.HOME;')),
  file('src/engine/effects/sender.ts', code('http.fetch(url); const { now } = Date; clock.now();')),
  file(
    'src/adapters/sqlite/pages.ts',
    code("const sql = 'select 1 limit ? + 0 offset ?';", "'limit :few + 0';", "'limit 1';"),
  ),
  file('src/engine/commands/handlers-for.ts', code("import { CommandBus } from '@nestjs/cqrs';")),
  file('src/modules/things/thing/domain/thing.decider.ts'),
  file('test/modules/things/thing/thing.decider.spec.ts', code('describe.skipIf(!docker)("it", () => {});')),
  file('projections/thing-list/projection.ts'),
  file('test/projections/thing-list.spec.ts'),
  file('test/support/run-tests.mjs'),
  file(
    'src/http/pipeline/rows.ts',
    code('class Rows { get size() { return 1; } async *all() { yield 1; } }', 'function* few() { yield 2; }'),
  ),
  file('src/lib/lru-cache.ts', code('function lru() { return { get bytes() { return 1; } }; }')),
  file('bench/main.ts', code('Date.now(); Math.random();')),
];

/** Violations that each rule must catch; written so that this file keeps the rules itself. */
const plantings: Readonly<Record<keyof typeof rules, readonly Source[]>> = {
  'a file has 250 lines at most': [file('src/kernel/long.ts', long(251)), file('bench/long.mjs', long(251))],
  'a file has 5 lines at least': [file('src/kernel/short.ts', long(4)), file('test/api/short.spec.ts', long(1))],
  'there are no barrels': [file('src/kernel/index.ts'), file('test/support/index.mjs')],
  'names are kebab-case': [
    file('src/kernel/bigThing.ts'),
    file('src/Kernel/thing.ts'),
    file('bench/big_thing.ts'),
    file('test/api/a-.spec.ts'),
  ],
  'what decides or folds has its spec': [
    file('src/modules/things/thing/domain/other.decider.ts'),
    file('src/modules/things/other/domain/other.resource.ts'),
    file('src/modules/things/thing/domain/thing.process.ts'),
    file('projections/other-list/projection.ts'),
  ],
  'no test is switched off or run alone': ['skip', 'only', 'todo'].flatMap((word) => [
    file('test/api/a.spec.ts', code(`test.${word}('x', () => {});`)),
    file('test/api/b.spec.ts', code(`describe.${word}.each([1])('x', () => {});`)),
  ]),
  'a test is written with test': ['it', 'test as it'].map((name) =>
    file('test/api/a.spec.ts', code(`import { expect, ${name} } from 'vitest';`)),
  ),
  'a test waits with expect.poll': ['waitFor', 'waitUntil'].map((name) =>
    file('test/api/a.spec.ts', code(`await vi.${name}(() => done);`)),
  ),
  'nothing is left for later': ['TO', 'FIX'].map((word) =>
    file('src/engine/later.ts', code(`// ${word}${word === 'TO' ? 'DO' : 'ME'} soon`)),
  ),
  'time, chance and network come through ports': [
    'Date.now();',
    'new Date();',
    'new Date;',
    'Date();',
    'Math.random();',
    'performance.now();',
    'globalThis.performance.now();',
    'crypto.randomUUID();',
    "import { randomUUID as id } from 'node:crypto';",
    'randomBytes(16);',
    'fetch(url);',
    'globalThis.fetch(url);',
  ].map((line) => file('src/engine/log/outside.ts', code(line))),
  'the catalogue decides by role': [
    "caller.role === 'USER';",
    "if (who !== 'CLIENT_PARTICIPANT') a;",
    "caller['role'] != other;",
    'switch (ctx.caller.role) {}',
    "switch (who) { case 'API_KEY': }",
    'ADMINS.includes(caller.role);',
    'ADMINS.has(role);',
    'table[caller.role];',
    'const { role: who } = caller;',
  ].map((line) => file('src/modules/things/thing/api/other.access.ts', code(line))),
  'settings are read in config': [file('src/http/pipeline/port.ts', code('process.env.PORT;'))],
  'only ports and engine are a global module': [file('src/modules/things/thing/thing.manifest.ts', code('@Global()'))],
  'a bound limit does not compile its statement anew': ['limit ?', 'limit :few offset :skip'].map((sql) =>
    file('src/adapters/sqlite/pages.ts', code(`const select = 'select 1 from pages ${sql}';`)),
  ),
  'a call makes no class, generator or accessor of its own': [
    'const rows = (docs) => ({ async *all() { yield* docs; } });',
    'function all(docs) { return (function* () { yield* docs; })(); }',
    'function held(bytes) { return { get bytes() { return bytes; } }; }',
    'class Rows { of(docs) { return class { all() { return docs; } }; } }',
  ].map((line) => file('src/http/pipeline/other-rows.ts', code(line))),
  'of @nestjs/cqrs there is the command bus alone': [
    "import { EventBus } from '@nestjs/cqrs';",
    "import { CommandBus, Saga as Story } from '@nestjs/cqrs';",
    "import * as cqrs from '@nestjs/cqrs';",
    "export { EventsHandler } from '@nestjs/cqrs';",
  ].map((line) => file('src/engine/commands/handlers-for.ts', code(line))),
};

const named = Object.entries(rules) as readonly [keyof typeof rules, Rule][];
const complaints = (sources: readonly Source[]) => named.filter(([, rule]) => rule(sources).length > 0);

describe('the shape of the house', () => {
  test.each(named)('%s', (_, rule) => expect(rule(tree)).toEqual([]));

  test('the median file of the product has 25 to 75 lines', () => {
    const { files, p25, median, p95, longest } = figures(tree);
    console.info(
      `src and projections: ${files} files; lines: p25 ${p25}, median ${median}, p95 ${p95}, most ${longest}`,
    );
    expect(median).toBeGreaterThanOrEqual(25);
    expect(median).toBeLessThanOrEqual(75);
  });
});

describe('the rules of shape', () => {
  test('leave in peace whoever keeps them', () => expect(complaints(innocent)).toEqual([]));

  test.each(named.flatMap(([name]) => plantings[name].map((planted) => ({ name, path: planted.path, planted }))))(
    '"$name" bites at $path, and it alone',
    ({ name, planted }) =>
      expect(
        complaints([...innocent.filter(({ path }) => path !== planted.path), planted]).map(([bit]) => bit),
      ).toEqual([name]),
  );

  test.each([
    [[10, 20, 30], 20],
    [[100, 200, 90, 80], 100],
  ])('the median of %j lines is %i', (lines, median) =>
    expect(figures(lines.map((n, i) => file(`src/kernel/f-${i}.ts`, long(n)))).median).toBe(median),
  );
});
