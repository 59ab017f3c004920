import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkRetries, sdkTypes } from '../../sdk/build/types.js';
import { retriedCodes, retriedStatuses } from '../../src/catalogue/error-texts/retries.js';

const root = join(import.meta.dirname, '../..');

const document = JSON.parse(readFileSync(join(root, 'site/public/openapi.json'), 'utf8'));

/** `npm test -- test/sdk/types.spec.ts -u` writes the types anew. */
test('the types of the SDK are those of the OpenAPI document', async () => {
  await expect(sdkTypes(document)).toMatchFileSnapshot(join(root, 'sdk/src/api.ts'));
});

test('the SDK repeats what the OpenAPI document says, and the document has the table of the catalogue', async () => {
  await expect(sdkRetries(document)).toMatchFileSnapshot(join(root, 'sdk/src/retried.ts'));
  expect(document.info['x-retries']).toEqual({ statuses: retriedStatuses, codes: retriedCodes });
  for (const [status, reason] of Object.entries(retriedStatuses))
    expect(document.info.description).toContain(`- ${status}: ${reason}`);
  expect(retriedCodes).toContain('errors.idempotency.in_progress');
  expect(retriedCodes).not.toContain('errors.token.expired');
});
