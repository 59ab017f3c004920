import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('npm run openapi writes the committed file, closes the service and ends with 0', async () => {
  const file = join(folder, 'openapi.json');
  const { stderr } = await promisify(execFile)(process.execPath, [join(compiledService(), 'src/cli/openapi.js'), file]);
  expect(stderr).toBe('');
  const committed = join(import.meta.dirname, '../../site/public/openapi.json');
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(committed, 'utf8'));
});
