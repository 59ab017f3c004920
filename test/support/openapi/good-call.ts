import { expect } from 'vitest';
import type { EndpointInfo } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import type { World } from '../../fixtures/world.js';
import type { Answer, Ask, Tidings } from '../api.js';
import { requestedHead } from '../given/tenant-log.js';
import type { Json } from './api-document.js';
import { sampleCalls } from './sample-calls.js';

const AT_ONCE = 16;

/** Position of the newest event that a request can have appended. */
export const headOf = requestedHead;

export interface GoodCall {
  readonly call: EndpointInfo;
  readonly path: string;
  readonly good: Json;
  readonly headers: Readonly<Record<string, string>>;
  /** Head of the log when all that the call needs exists. */
  readonly before: number;
  send(ask?: Ask, query?: string): Promise<Answer>;
}

/** A caller who may make the call. */
export function callerFor({ client, apiKey, owner }: World, operation: string): World['owner'] {
  if (operation.startsWith('client_participant')) return client;
  return operation === 'signup_machine' ? apiKey : owner;
}

/** A valid call by a caller who may make it. */
export async function goodCall(tidings: Tidings, world: World, operation: string): Promise<GoodCall> {
  const who = callerFor(world, operation);
  const { path, ask: sample } = await sampleCalls[operation]!(world, who);
  const call = endpointsOf(tidings.app).get(operation) as EndpointInfo;
  const own = { ...who.headers, ...sample?.headers };
  return {
    call,
    path,
    good: sample?.body,
    headers: own,
    before: await headOf(tidings),
    send(ask = {}, query = '') {
      const headers = { ...own, ...ask.headers };
      return tidings.call(call.method, withQuery(path, query), {
        ...(ask.raw === undefined ? sample : {}),
        ...ask,
        headers,
      });
    },
  };
}

/** The path may have a query already. */
const withQuery = (path: string, query: string) => (path.includes('?') ? path + query.replace('?', '&') : path + query);

/** Checks all, sixteen at a time. */
export async function checkAll<T>(all: Iterable<T>, check: (one: T) => Promise<void>): Promise<void> {
  const open = [...all];
  const work = async () => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) await check(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The answer is this error of the catalogue and reveals nothing of the implementation. */
export function expectError({ status, body, text }: Answer, expected: number, code: string, why: string): void {
  expect([status, body?.code], `${why}: ${text.slice(0, 300)}`).toEqual([expected, code]);
  expect(text, why).not.toMatch(/node_modules|\.js:|\bat \w+ \(/);
}

export const fieldErrorsOf = ({ body }: Answer): readonly { path: string; code: string }[] => body?.errors ?? [];

export const reportsField = (answer: Answer, path: string, code?: string): boolean =>
  fieldErrorsOf(answer).some(
    (fault) => (fault.path === path || fault.path.startsWith(`${path}.`)) && (!code || fault.code === code),
  );
