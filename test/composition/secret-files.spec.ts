import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withSecretFiles } from '../../src/composition/private-data.js';
import { readConfig as read } from '../../src/config/config.js';

const readConfig = (environment: Record<string, string>) => read(withSecretFiles(environment));
const folder = mkdtempSync(join(tmpdir(), 'tidings-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, text);
  return path;
}

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('a secret may come from a file', () => {
  test.each([
    ['MASTER_KEY', 'masterKey', KEY, Buffer.alloc(32, 7)],
    ['SMTP_URL', 'smtpUrl', 'smtp://user:word@mail.example', 'smtp://user:word@mail.example'],
    ['METRICS_TOKEN', 'metricsToken', 'a token', 'a token'],
    ['EVENT_STORE_URL', 'eventStoreUrl', 'kurrentdb://host:2113', 'kurrentdb://host:2113'],
    ['READ_STORE_URL', 'readStoreUrl', 'mongodb://host/tidings', 'mongodb://host/tidings'],
    ['SIGNUP_INVITE_CODES', 'inviteCodes', 'one,two', ['one', 'two']],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'collectorHeaders', 'api-key=a%20key', { 'api-key': 'a key' }],
    ['GEOCODER_URL', 'geocoder', 'pelias+https://geo.example', { kind: 'pelias', url: 'https://geo.example/' }],
  ] as const)('%s', (name, key, text, value) =>
    expect(readConfig({ [`${name}_FILE`]: file(`${text}\n`) })[key]).toEqual(value),
  );

  test.each([
    ['is missing', join(folder, 'missing')],
    ['is a folder', folder],
    ['is empty', file(' \n')],
    ['is too long', file('x'.repeat(65_537))],
  ])('a file that %s stops the start', (_, path) =>
    expect(() => readConfig({ MASTER_KEY_FILE: path })).toThrow(
      `MASTER_KEY_FILE must name a readable file of 1 to 65536 bytes, not "${path}".`,
    ),
  );

  test('a value beside the file stops the start and is not repeated', () =>
    expect(() => readConfig({ METRICS_TOKEN: 'word', METRICS_TOKEN_FILE: file('word') })).toThrow(
      'Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both.',
    ));

  test('another setting does not', () =>
    expect(readConfig({ MAIL_FROM_FILE: file('Other <other@example.com>') }).mailFrom).toContain('no-reply@'));
});

test('blanks around a value do not count', () => {
  const config = readConfig({
    PORT: ' 3001\n',
    METRICS_TOKEN: '\ta token \n',
    MASTER_KEY: ` ${KEY}\n`,
    ROLES: ' all ',
  });
  expect(config).toMatchObject({ port: 3001, metricsToken: 'a token', masterKey: Buffer.alloc(32, 7) });
  expect(readConfig({ METRICS_TOKEN: ' \n' }).metricsToken).toBeUndefined();
});
