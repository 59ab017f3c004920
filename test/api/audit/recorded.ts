import { expect } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import type { Answer } from '../../support/api.js';

interface Recorded {
  readonly path: string;
  readonly position: string;
  readonly answer: Answer;
}

const SECRET = '[secret]';

/** What an answer as of a moment never has. */
const withoutSecrets = (body: unknown) =>
  body && typeof body === 'object' && 'secret' in body ? { ...body, secret: SECRET } : body;

const atMoment = (path: string, at: string): string => `${path}${path.includes('?') ? '&' : '?'}at=${at}`;

/** Records the answers of some GETs as they come, and compares them with the answers as of their positions later. */
export function recorded(caller: Caller, paths: readonly string[]) {
  const all: Recorded[] = [];
  return {
    all,
    async record(): Promise<void> {
      const { headers } = await caller.call('GET', '/tenant');
      const position = headers.get('tidings-position') ?? '';
      for (const path of paths) all.push({ path, position, answer: await caller.call('GET', path) });
    },
    /** `changed`: the body where it differs since something is erased, in a list of one. */
    async isAnsweredAgain(changed: (answer: Answer) => readonly unknown[] | undefined = () => undefined, by = caller) {
      expect(all.length).toBeGreaterThan(paths.length);
      for (const { path, position, answer } of all) {
        const name = `${path} at ${position}`;
        const asOf = await by.call('GET', atMoment(path, position));
        expect([asOf.status, asOf.body?.code], name).toEqual([answer.status, answer.body?.code]);
        if (answer.status >= 300) continue;
        const other = changed(answer);
        const expected = other ? other[0] : withoutSecrets(answer.body);
        expect(withoutCursor(asOf.body), name).toEqual(withoutCursor(expected));
        expect(asOf.headers.get('tidings-as-of'), name).toBe(position);
        if (!other && expected === answer.body) expect(asOf.headers.get('etag'), name).toBe(answer.headers.get('etag'));
      }
    },
  };
}

const withoutCursor = (body: unknown) =>
  body && typeof body === 'object' && 'next_cursor' in body ? { ...body, next_cursor: 'any' } : body;
