import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTidings, type Tidings } from '../support/api.js';
import { METRICS_TOKEN } from '../support/metrics.js';

const folder = join(import.meta.dirname, '../../deploy/monitoring');
const rulesFile = join(folder, 'alerts.yml');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};
const shown = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));
const metricsIn = (expr: string) => expr.match(/\btidings_\w+/g) ?? [];

let tidings: Tidings;
let text: string;
beforeAll(async () => {
  tidings = await startTidings();
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  await fetch(`${tidings.url}/health/ready`);
  text = await (await fetch(`${tidings.url}/metrics`, { headers })).text();
});
afterAll(() => tidings.close());

const named = () =>
  new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) => [
      name,
      ...(type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : []),
    ]),
  );

describe('the shipped rules and dashboard', () => {
  test.each([...rules.map(({ alert, expr }) => [alert, expr] as const), ...shown])(
    '%s names metrics that /metrics has',
    (_, expr) => {
      for (const metric of metricsIn(expr)) expect(named()).toContain(metric);
    },
  );

  test('the dashboard shows every own metric', () => {
    const own = [...text.matchAll(/^# TYPE (tidings_(?!process_|nodejs_)\w+) (\w+)/gm)].map(([, name = '', type]) =>
      type === 'histogram' ? `${name}_bucket` : name,
    );
    const all = new Set(shown.flatMap(([, expr]) => metricsIn(expr)));
    expect(own.filter((name) => !all.has(name))).toEqual([]);
  });

  test('every alert says what is wrong and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules) {
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
      for (const each of Object.values(annotations)) expect(each).toMatch(/\.$/);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.skipIf(!hasPromtool)('promtool accepts the rules', () => {
    const said = execFileSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
    expect(said).toContain('SUCCESS');
  });
});
