import { expect, test } from 'vitest';
import { terminalLine } from '../../../src/adapters/pino/terminal-lines.js';

const plain = (line: object) =>
  terminalLine(JSON.stringify({ level: 30, time: '2026-02-02T09:15:03.120Z', ...line })).replaceAll(
    /\u001b\[\d+m/g,
    '',
  );

test('a request is one line for a person', () => {
  const line = { msg: 'request', request_id: 'r-1', method: 'GET', call: 'tenant.read', status: 200, ms: 1.4 };
  expect(plain({ ...line, tenant_id: 't-1' })).toBe(
    '09:15:03 GET tenant.read 200 1.4 ms request_id=r-1 tenant_id=t-1\n',
  );
});

test('a failure has its stack below, and other lines their fields', () => {
  const err = { type: 'Error', message: 'away', stack: 'Error: away\n    at a' };
  expect(plain({ level: 50, msg: 'The store is away', err, tries: 3 })).toBe(
    '09:15:03 The store is away tries=3\nError: away\n    at a\n',
  );
});

test('a value from outside does not steer the terminal', () =>
  expect(plain({ msg: 'refused', reason: 'a\u001b[2Jb\nc' })).toBe('09:15:03 refused reason=a?[2Jb?c\n'));
