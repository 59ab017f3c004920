import { expect, test } from 'vitest';
import { nodeFault } from '../../src/processes/supported-node.js';

test('this Node.js runs the service', () => expect(nodeFault(process.versions.node)).toBeUndefined());

test('an escaped key is not taken for one that was read before', () => {
  for (let i = 0; i < 100; i++) {
    expect(JSON.parse('{"p":0,"\\\\u00":1}')).toEqual({ p: 0, '\\u00': 1 });
    expect(JSON.parse('{"p":0,"\\u00fcber":1}')).toEqual({ p: 0, über: 1 });
  }
});

test.each(['20.20.2', '22.14.0', '24.21.0'])('Node.js %s is refused in one sentence', (version) =>
  expect(nodeFault(version)).toBe(`Tidings needs Node.js 26.12.1 or newer, and this is ${version}.`),
);

test('a Node.js that confuses keys is refused', () =>
  expect(nodeFault('26.1.0', () => false)).toBe(
    'Tidings needs Node.js 26.12.1 or newer: JSON.parse of 26.1.0 confuses keys (nodejs/node#63785).',
  ));
