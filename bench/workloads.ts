import { request } from './http-connection.js';
import { LoadTarget, type RequestCycle } from './load.js';
import type { Product } from './product.js';
import { COMMON_WORD, HALF_WORD, searchPath } from './searches.js';
import { WORDS } from './words.js';

const READERS = 4;
const CALLERS = 16;

export const HISTORY_PATH = '/api/v1/conversations/case-0/messages?limit=50';
export const LIST_PATH = '/api/v1/conversations?limit=10&includes=CURRENT_USER_READ_STATUS';
const BY_IDS_PATH = '/api/v1/conversations/by_ids';

const cyclesOf = (count: number, cycle: RequestCycle): readonly RequestCycle[] =>
  Array.from({ length: count }, () => cycle);

export const get = (path: string, token: string): Buffer => request({ method: 'GET', path, token });

/** Four readers who each request the paths in turn. */
export const readers = (token: string, ...paths: readonly string[]): readonly RequestCycle[] =>
  cyclesOf(
    READERS,
    paths.map((path) => get(path, token)),
  );

/** Requests for one conversation that does not exist: token, role and body are checked, one key is looked up. */
export const byIds = (token: string): readonly RequestCycle[] =>
  cyclesOf(CALLERS, [request({ method: 'POST', path: BY_IDS_PATH, token, body: { ids: ['nobody'] } })]);

export const live: readonly RequestCycle[] = cyclesOf(CALLERS, [request({ method: 'GET', path: '/health/live' })]);

export const reading = ({ child, tenant }: Product, ...paths: readonly string[]): Promise<LoadTarget> =>
  LoadTarget.connect(child, readers(tenant.owner.token, ...paths));

/** Pages of 50 of a conversation with `messages` messages: the newest, one in the middle, one near the oldest. */
export const historyPages = (messages: number): Readonly<Record<string, string>> => ({
  'newest page': HISTORY_PATH,
  'page in the middle': `${HISTORY_PATH}&offset=${messages / 2}`,
  'page by last_sequence': `${HISTORY_PATH}&last_sequence=100`,
});

/** Searches by name. Each cycles through several words, so that no answer is the one before. */
export const searches: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    'a rare word': WORDS.slice(0, 100),
    'a word of half of them': [HALF_WORD, HALF_WORD.slice(0, -1)],
    'a word of all': [COMMON_WORD, COMMON_WORD.slice(0, -1)],
    'a rare and a common word': WORDS.slice(0, 100).map((word) => `${word} ${COMMON_WORD}`),
  }).map(([name, words]) => [name, words.map(searchPath)]),
);
