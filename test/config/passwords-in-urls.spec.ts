import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

test.each([
  ['PUBLIC_URL', 'https://user:s3cret@tidings.example/app'],
  ['TWILIO_BASE_URL', 'htps://user:s3cr@et@api.example'],
  ['OUTBOUND_ALLOW', 'http://user:s3cret@10.0.0.1/8'],
  ['EVENT_STORE_URL', 'kurentdb://user:s3cret@host'],
  ['READ_STORE_URL', 'mongdb://user:s3cret@host'],
  ['SMTP_URL', 'smpt://user:s3cret@host'],
  ['GEOCODER_URL', 'pelias+https://user:s3cret@host'],
  ['ASSET_STORE_URL', 's3://bucket?endpoint=https://user:s3cret@s3.example'],
  ['LOG_LEVEL', 'http://user:s3cret@host'],
])('a wrong %s is refused by an error without the password in it', (name, url) => {
  const read = () => readConfig({ [name]: url });
  expect(read).toThrow(name);
  expect(read).not.toThrow(/s3cr|cret|et@/);
});
