import type { Instant } from '../../kernel/instant.js';
import type { OperationalKey, OperationalStore, Put } from '../../ports/stores/operational-store.js';

/** The subject of a response, by its key, and a message or participant of a conversation. */
export interface AnswerSubject {
  readonly key: string;
  readonly part?: string;
}

/** Ids of conversations, of their parts and of users contain no `.`. */
const answersOf = (key: string): string => `${key}.`;
const answersAbout = ({ key, part = '' }: AnswerSubject): string => `${answersOf(key)}${part}.`;

const PAGE = 100;

/** A note of what a remembered response is about, so that it is found when that is erased. */
export const noteOfAnswer = ({ tenantId, id }: OperationalKey, subject: AnswerSubject, due: Instant): Put => ({
  key: { tenantId, kind: 'idempotency-of', id: `${answersAbout(subject)}${id}` },
  value: id,
  due,
});

/** A repeated request gets the response made again from the log, as what it is about is by then. */
export const withdrawAnswersAbout = (
  operations: OperationalStore,
  tenantId: string,
  subject: AnswerSubject,
): Promise<void> => withdrawAll(operations, tenantId, answersAbout(subject));

/** The same for responses about a conversation and all its parts. */
export const withdrawAnswersOf = (operations: OperationalStore, tenantId: string, key: string): Promise<void> =>
  withdrawAll(operations, tenantId, answersOf(key));

async function withdrawAll(operations: OperationalStore, tenantId: string, prefix: string): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await operations.list<string>(tenantId, 'idempotency-of', prefix, PAGE, after);
    for (const { value: id } of page) await withdraw(operations, { tenantId, kind: 'idempotency', id });
    after = page.at(-1)?.key.id;
    if (page.length < PAGE) return;
  }
}

async function withdraw(operations: OperationalStore, key: OperationalKey): Promise<void> {
  const found = await operations.get<{ readonly answer?: unknown }>(key);
  if (!found || found.value.answer === undefined) return;
  const { answer: _, ...record } = found.value;
  const options = { expected: found.revision, ...(found.due && { due: found.due }) };
  if (!(await operations.put(key, { ...record, done: true }, options))) await withdraw(operations, key);
}
