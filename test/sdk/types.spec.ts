import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkTypes } from '../../sdk/build/types.js';

const root = join(import.meta.dirname, '../..');

/** `npm test -- test/sdk/types.spec.ts -u` writes the types anew. */
test('the types of the SDK are those of the OpenAPI document', async () => {
  const document = JSON.parse(readFileSync(join(root, 'site/public/openapi.json'), 'utf8'));
  await expect(sdkTypes(document)).toMatchFileSnapshot(join(root, 'sdk/src/api.ts'));
});
