import fc from 'fast-check';
import { rejections } from '../../../src/catalogue/errors/rejections.js';
import { oddly } from '../../api/requests/odd-requests.js';
import { createWorld, type World } from '../../fixtures/world.js';
import type { Answer, Tidings } from '../../support/api.js';
import { apiDocument } from '../../support/openapi/api-document.js';
import { type OpenApi, responseJudge } from '../../support/openapi/open-api.js';
import { anyRequest, type FuzzRequest, type Named } from './requests.js';

export interface Fuzzing {
  readonly requests: number;
  /** Told with the request that brought it about. */
  readonly failures: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Calls that were done at least once. */
  readonly done: ReadonlySet<string>;
}

export interface FuzzPlan {
  readonly seed: number;
  /** Asked between batches. */
  readonly goesOn: (requests: number) => boolean;
}

const BATCH = 200;
const AT_ONCE = 4;
const MOST_FAILURES = 20;

/** The ids that requests may name; the first of each kind are what the callers stand on, and are not deleted. */
function knownIds({ ids, tenantId }: World) {
  const known: Record<string, string[]> = {
    tenant_id: [tenantId],
    user_id: [ids.user],
    key_id: [ids.key],
    message_id: [ids.message],
    conversation_id: [ids.open, ids.other],
    conversation_type_id: [ids.type],
    participant_id: [ids.client],
    name: [ids.template],
    workflow_id: [ids.workflow],
    label: ['vip', 'a:b'],
  };
  const kept = new Map(Object.entries(known).map(([name, all]) => [name, all.length]));

  return {
    textOf(id: Named, method: string): string {
      if ('text' in id) return id.text;
      const all = known[id.known] ?? [];
      const some = method === 'DELETE' && id.known !== 'label' ? all.slice(kept.get(id.known)) : all;
      return some[id.nth % some.length] ?? 'gone';
    },
    /** A conversation's lists of members are its own: only the last of a new resource's path is noted. */
    note({ parts }: FuzzRequest, { status, body, headers }: Answer): void {
      if (status !== 201 && status !== 202) return;
      const kind = /\/(\w[\w-]*)$/.exec(parts.join('x'))?.[1];
      const name = {
        users: 'user_id',
        conversations: 'conversation_id',
        messages: 'message_id',
        participants: 'participant_id',
        'api-keys': 'key_id',
        'conversation-types': 'conversation_type_id',
        message_templates: 'name',
        workflows: 'workflow_id',
      }[kind ?? ''];
      const id = headers.get('location')?.split('/').at(-1);
      if (name && id && body) known[name]?.push(id);
    },
  };
}

/** A path that cannot be decoded is none of the document's. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Sends what the OpenAPI file leads to, and what it does not; judges every answer. */
export async function fuzz(tidings: Tidings, { seed, goesOn }: FuzzPlan): Promise<Fuzzing> {
  const api = apiDocument(tidings);
  const judge = responseJudge(api.document as OpenApi);
  const world = await createWorld(tidings, 'fuzz');
  const ids = knownIds(world);
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const done = new Set<string>();
  let requests = 0;

  const wrongWith = ({ method }: FuzzRequest, path: string, { status, body, text, headers }: Answer) => {
    // An address that a tenant names may lead nowhere.
    const isElsewhere = body?.code === 'errors.identity_provider.unavailable';
    if (status >= 500 && !isElsewhere) return `answers ${status}`;
    const wrong = method === 'OPTIONS' || !isReadable(path) ? undefined : judge(method, path, status, body, headers);
    if (wrong) return wrong;
    if (status >= 400 && method !== 'HEAD' && !(body?.code in rejections)) return `${status} is not of the catalogue`;
    return /node_modules|\bat \S+ \(/.test(text) ? 'tells how it is built' : undefined;
  };

  async function send(asked: FuzzRequest): Promise<void> {
    const { parts, query, who, headers, body, method, operation } = asked;
    const path = parts.map((part, i) => part + (asked.ids[i] ? ids.textOf(asked.ids[i], method) : '')).join('') + query;
    const own = who === 'nobody' ? {} : world[who].headers;
    const answer = await oddly(tidings.url, method, path, { ...headers, ...own }, body);
    requests++;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 400) done.add(operation);
    ids.note(asked, answer);
    const wrong = wrongWith(asked, path, answer);
    if (wrong)
      failures.push(
        `${wrong}\n  ${JSON.stringify({ ...asked, path })}\n  ${answer.status} ${answer.text.slice(0, 500)}`,
      );
  }

  for (let batch = 0; goesOn(requests) && failures.length < MOST_FAILURES; batch++) {
    const open = fc.sample(anyRequest(api), { seed: seed + batch, numRuns: BATCH });
    const work = async () => {
      for (let one = open.shift(); one !== undefined; one = open.shift()) await send(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return { requests, failures, statuses, done };
}
