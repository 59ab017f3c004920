import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boundTable } from '../../../site/src/facts/bounds.js';
import { releasesIn } from '../../../site/src/facts/changelog.js';
import { pathBetween, placed, WIDTH } from '../../../site/src/facts/diagram.js';
import { duration, includes, joinedTable } from '../../../site/src/facts/tables.js';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { rateLimits } from '../../../src/catalogue/rates.js';

const root = join(import.meta.dirname, '../../..');
const source = (path: string) => readFileSync(join(root, path), 'utf8');
const docs = join(root, 'site/src/content/docs/docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => /\.mdx?$/.test(file));
const textOf = (file: string) => readFileSync(join(docs, file), 'utf8');

describe('facts of the documentation', () => {
  test('every limit and every rate has a sentence beside it', () => {
    const folder = 'src/catalogue/limits';
    const sources = readdirSync(join(root, folder)).map((file) => source(`${folder}/${file}`));
    expect(boundTable([], limits, sources).rows).toHaveLength(Object.keys(limits).length);
    expect(boundTable([], rateLimits, [source('src/catalogue/rates.ts')]).rows[0]).toEqual([
      'All requests of a tenant',
      '60,000',
    ]);
  });

  test('a bound that the catalogue does not have is refused', () =>
    expect(() => boundTable([], limits, [], ['idd'])).toThrow('idd'));

  test('the includes are those of the OpenAPI document', () => {
    const { paths, components } = JSON.parse(source('site/public/openapi.json'));
    const { parameters } = paths['/api/v1/conversations'].get;
    const { schema } = parameters.find(({ name }: { name?: string }) => name === 'includes');
    const values = components.schemas[schema.items.$ref.split('/').at(-1)].enum;
    expect(Object.keys(includes).sort()).toEqual([...values].sort());
  });

  test('the settings are the tables of docs/settings.md', () => {
    const { head, rows } = joinedTable(source('docs/settings.md'));
    expect(head).toEqual(['setting', 'default', 'values', 'meaning']);
    expect(rows.map(([name]) => name)).toContain('`OUTBOUND_ALLOW`');
  });

  test('a pause is told in its largest unit', () =>
    expect([1, 5, 300, 1_800, 7_200, 86_400].map(duration)).toEqual([
      '1 second',
      '5 seconds',
      '5 minutes',
      '30 minutes',
      '2 hours',
      '1 day',
    ]));

  test('the releases are those of the changelog', () => {
    const text =
      '# Changelog\n\n## [0.2.0] - 2026-01-02\n\n### Fixed\n\n- One\n  thing.\n- Two.\n\n## [0.1.0]\n\nFirst.\n';
    expect(releasesIn(text)).toEqual([
      { version: '0.2.0', date: '2026-01-02', intro: '', changes: [{ kind: 'Fixed', items: ['One thing.', 'Two.'] }] },
      { version: '0.1.0', intro: 'First.', changes: [] },
    ]);
    expect(releasesIn(source('CHANGELOG.md')).length).toBeGreaterThan(0);
  });
});

describe('a diagram', () => {
  const nodes = {
    top: { text: 'one\ntwo', lane: [0, 1], row: 0 },
    left: { text: 'left', lane: 0, row: 1 },
    right: { text: 'right', lane: 1, row: 1 },
  } as const;
  const { boxes, height } = placed(nodes, 2, false);

  test('places nodes without overlap inside its width', () => {
    const { top, left, right } = boxes;
    expect(top?.x).toBe(left?.x);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(WIDTH);
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThan(left?.y ?? 0);
    expect((left?.y ?? 0) + (left?.height ?? 0)).toBeLessThanOrEqual(height);
  });

  test('connects nodes beside each other by a level line, others by an upright one', () => {
    const { top, left, right } = boxes;
    if (!top || !left || !right) throw new Error('A node has no place.');
    expect(pathBetween(left, right)).toMatch(/^M[\d.]+ [\d.]+H[\d.]+$/);
    expect(pathBetween(top, right)).toMatch(/^M[\d.]+ [\d.]+V[\d.]+$/);
  });
});

describe('the pages', () => {
  test.each(pages)('%s has a title, a description and links that lead to a page', (file) => {
    const text = textOf(file);
    expect(text).toMatch(/^---\ntitle: .+\ndescription: .+\n/);
    const links = [...text.matchAll(/\]\(\/docs([^)#]*)/g)].map(([, path = '']) => path);
    const dead = links.filter((path) => {
      if (path.endsWith('.xml')) return false;
      const name = join(docs, path === '' ? 'index' : path);
      return !existsSync(`${name}.mdx`) && !existsSync(`${name}.md`);
    });
    expect(dead).toEqual([]);
  });

  test('every guide ends with a next step that leads to a page', () => {
    const guides = pages.filter((file) => file.endsWith('.mdx') && !/^(index|category\/)/.test(file));
    expect(guides.length).toBeGreaterThan(12);
    const without = guides.filter((file) => !/\n## Next step\n\n[^#]*\]\(\/[^#]*$/.test(textOf(file)));
    expect(without).toEqual([]);
  });

  test.each(pages.filter((file) => file.endsWith('.mdx')))('%s keeps to plain words', (file) => {
    const prose = textOf(file)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`]*`/g, '');
    expect(prose).not.toMatch(/\b(simply|just|easy|easily|powerful)\b/i);
    expect(prose).not.toMatch(/\w!/);
  });
});
