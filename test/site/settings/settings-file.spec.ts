import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../../site/settings.js';

describe('the file of SITE_SETTINGS', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (text: string) => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, text);
    return readSettings({ SITE_SETTINGS: file });
  };

  test('overlays the defaults', () => {
    expect(readSettings({})).toMatchObject({ signup_api_url: '/api/v1/signup', analytics: [] });
    expect(read('{"footer":"Mine"}')).toEqual({ ...readSettings({}), footer: 'Mine' });
  });

  test.each([
    ['{', 'cannot be read as JSON'],
    ['[]', 'must hold one JSON object'],
    ['null', 'must hold one JSON object'],
    ['{"color":"red"}', '"color" is unknown. Known are signup_api_url, api_servers, sister_products'],
    ['{"__proto__":1}', '"__proto__" is unknown'],
    ['{"footer":""}', '"footer" must be a text'],
    ['{"footer":null}', '"footer" must be a text'],
    ['{"signup_api_url":"javascript:alert(1)"}', '"signup_api_url" must be an http or https URL, or a path'],
    ['{"signup_api_url":7}', '"signup_api_url" must be'],
    ['{"api_servers":[]}', '"api_servers" must be a list of at least one {label, url}'],
    ['{"api_servers":[{"label":"a","url":"ftp://a"}]}', '"api_servers" must be'],
    ['{"announcement":{"text":"a"}}', '"announcement" must be {id, text, url?}'],
    ['{"announcement":{"id":"a","text":"a","link":"/"}}', '"announcement" must be'],
    ['{"analytics":[{"src":"/count.js"}]}', '"analytics" must be a list of {src}, each an absolute http or https URL'],
    ['{"analytics":[null]}', '"analytics" must be'],
    [
      '{"consent_script":{"src":"/tool.js"}}',
      '"consent_script" must be {src, attributes?}: an absolute http or https URL',
    ],
    ['{"consent_script":{"src":"https://a.example/a.js","attributes":{"onload":"x"}}}', '"consent_script" must be'],
    ['{"consent_script":{"src":"https://a.example/a.js","attributes":{"async":""}}}', '"consent_script" must be'],
    ['{"repository_url":"git@code.example:tidings"}', '"repository_url" must be an http or https URL'],
    ['{"versions":[]}', '"versions" must be a list of at least one'],
    ['{"sister_products":[{"label":"One","url":"/"}]}', '"sister_products" must be a list of two'],
  ])('%s is refused: %s', (text, message) => expect(() => read(text)).toThrow(message));

  test('that does not exist ends the build with one sentence', () => {
    const build = () =>
      execFileSync(process.execPath, ['build/build.mjs', 'site'], {
        env: { ...process.env, SITE_SETTINGS: '/nowhere/settings.json' },
        stdio: 'pipe',
      });
    expect(build).toThrow('SITE_SETTINGS names /nowhere/settings.json, which does not exist.');
  });
});
