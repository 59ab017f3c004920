import type { AuditEntry } from '../../../projections/audit-event/projection.js';
import { type AuditSubjectKind, auditSubjects, LOGGED_TYPES, SUBJECT_KINDS } from '../../catalogue/audit/subjects.js';
import { ACTOR_KINDS, type ActorKind, actorOf } from '../../kernel/caller.js';
import type { Stored } from '../../ports/stores/event-store.js';
import { WrongUsage } from '../shared/failures.js';

export interface EventFilter {
  /** Looks at the stored event, nothing opened: ids are never sealed. */
  mayMatch(stored: Stored): boolean;
  matches(entry: AuditEntry): boolean;
}

interface Given {
  readonly subject?: string | undefined;
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
}

interface Named<Kind> {
  readonly kind: Kind | undefined;
  readonly id: string;
}

/** `KIND:id`, or an id. @throws WrongUsage */
function named<Kind extends string>(option: string, text: string, kinds: readonly Kind[]): Named<Kind> {
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: undefined, id: text };
  const kind = kinds.find((each) => each === text.slice(0, colon));
  const id = text.slice(colon + 1);
  if (kind !== undefined && id !== '') return { kind, id };
  throw new WrongUsage(`--${option} must be an id or KIND:id. The kinds are: ${kinds.join(', ')}.`);
}

function typesOf(text: string): ReadonlySet<string> {
  const types = text.split(',').map((each) => each.trim());
  const unknown = types.find((each) => !LOGGED_TYPES.includes(each));
  if (unknown === undefined) return new Set(types);
  throw new WrongUsage(`There is no event type ${unknown}. The types are: ${LOGGED_TYPES.toSorted().join(', ')}.`);
}

/** @throws WrongUsage */
export function filterOf(given: Given): EventFilter {
  const subject = given.subject === undefined ? undefined : named('subject', given.subject, SUBJECT_KINDS);
  const actor = given.actor === undefined ? undefined : actorNamed(given.actor);
  const types = given.type === undefined ? undefined : typesOf(given.type);
  const ids = [subject?.id, actor?.id].filter((id) => id !== undefined).map((id) => JSON.stringify(id).slice(1, -1));
  return {
    mayMatch: ({ type, stream, body }) =>
      (types === undefined || types.has(type)) && ids.every((id) => stream.includes(id) || body.includes(id)),
    matches: (entry) => (subject === undefined || isOf(entry, subject)) && (actor === undefined || isBy(entry, actor)),
  };
}

/** SERVICE has no id. */
function actorNamed(text: string): { readonly kind: ActorKind | undefined; readonly id: string | undefined } {
  return text === 'SERVICE' ? { kind: 'SERVICE', id: undefined } : named('actor', text, ACTOR_KINDS);
}

function isOf({ type, subjectId, conversationId }: AuditEntry, { kind, id }: Named<AuditSubjectKind>): boolean {
  if (kind === undefined) return subjectId === id || conversationId === id;
  return auditSubjects[type]?.kind === kind && subjectId === id;
}

function isBy({ actor }: AuditEntry, wanted: ReturnType<typeof actorNamed>): boolean {
  const { kind, id } = actorOf(actor);
  return (wanted.kind === undefined || wanted.kind === kind) && wanted.id === id;
}
