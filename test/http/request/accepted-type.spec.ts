import { expect, test } from 'vitest';
import { acceptedType } from '../../../src/http/request/accepted-type.js';

const OTHERS = ['application/x-ndjson', 'text/csv'];

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  [' , ', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json;charset=utf-8', 'application/json'],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV; q=0.2', 'text/csv'],
  ['text/*;q=0.3, application/x-ndjson;q=0.4', 'application/x-ndjson'],
  ['*/*, application/json;q=0', 'application/x-ndjson'],
  ['text/csv;q=0, */*;q=0.1', 'application/json'],
  ['text/html', undefined],
  ['application/json;q=0', undefined],
])('of %s, the response is %s', (accept, type) => {
  expect(acceptedType(accept, OTHERS)).toBe(type);
});

test('a call that answers JSON alone refuses the others', () => {
  expect(acceptedType('text/csv')).toBeUndefined();
  expect(acceptedType('text/csv, */*;q=0.1')).toBe('application/json');
});
