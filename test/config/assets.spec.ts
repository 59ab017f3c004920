import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { WrongSetting } from '../../src/config/environment.js';

describe('where assets are kept', () => {
  test.each([
    [undefined, 'file:'],
    ['', 'file:'],
    ['file:/srv/assets', 'file:/srv/assets'],
    ['s3://media', 's3://media'],
    [
      's3://media/a?region=eu-central-1&endpoint=https://s3.example:9000',
      's3://media/a?region=eu-central-1&endpoint=https://s3.example:9000',
    ],
  ])('%s is %s', (url, expected) =>
    expect(readConfig(url === undefined ? {} : { ASSET_STORE_URL: url }).assetStoreUrl).toBe(expected),
  );
  test.each([
    '/srv/assets',
    'http://media',
    's3://',
    's3://key:secret@media',
    's3://media?acl=public',
    's3://media?endpoint=ftp://s3.example',
  ])('%s is refused by an error that does not repeat it', (url) => {
    const read = () => readConfig({ ASSET_STORE_URL: url });
    expect(read).toThrow(WrongSetting);
    expect(read).not.toThrow(/secret/);
  });
});
