import type { Json } from './api-document.js';

/** Texts of the fixtures and what the examples have instead, in this order. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+\/hook/g, 'https://hooks.acme.example/tidings'],
  [/http:\/\/hooks\.invalid\//g, 'https://hooks.acme.example/tidings'],
  [/https:\/\/login\.invalid\//g, 'https://login.acme.example/'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://tidings.example'],
  [/127\.0\.0\.1/g, 'tidings.example'],
  [/\bacme-(desk|chat)-\d+\.example/g, '$1.acme.example'],
  [/\bacme-[sm]-\d+/g, 'acme'],
  [/\bacme-(new|reset|user)(-\d+)?@/g, 'anna@'],
  [/\bacme-\d+@/g, 'anna@'],
  [/\bacme-case\b/g, 'case-4711'],
  [/\bacme-other\b/g, 'case-4712'],
  [/\bacme-own-\d+/g, 'case-4713'],
  [/\bacme-type\b/g, 'support'],
  [/\bacme-client\b/g, 'grace'],
  [/\bacme-gone\b/g, 'alan'],
  [/\bacme-template\b/g, 'greeting'],
  [/\bacme-shipped\b/g, 'order-shipped'],
  [/\bacme-workflow\b/g, 'ask-location'],
  [/\bacme-login(-\d+)?\b/g, 'keycloak'],
  [/\bacme-blank-\d+/g, 'status-update'],
  [/\bacme-(\w+)-\d+/g, '$1-1'],
  [/\bacme client\b/g, 'Grace Hopper'],
  [/\bacme description\b/g, 'The heating hums'],
  [/\bacme key\b/g, 'CRM import'],
  [/\bacme item\b/g, '{{ conversation_unread_count }} unread'],
  [/\bacme text\b/g, 'It hums all night.'],
  [/tdg_[\w-]+/g, 'tdg_C2FVsBQIhrscChlQIMVb5sSYspob7oD'],
  [/tdl_[\w-]+/g, 'tdl_kP3xW9vQ2mR7tY5uZ8bN1cC2FVsBQIhr'],
  [/whsec_[\w+/=-]+/g, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  [/auth_key=[\w-]+/g, 'auth_key=kP3xW9vQ2mR7tY5uZ8bN1c'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJl'],
];

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const POSITION = /^p[0-9a-z]+$/;
const OPAQUE = /^[\w+/=.-]{64,}$/;
const MOST = 2;

const timeOf = (key: string): string => {
  if (/expires|until|next_attempt|^to$/.test(key)) return '2026-03-02T09:15:00.000Z';
  return key === 'created_at' || key === 'from' ? '2026-02-02T09:15:00.000Z' : '2026-02-02T09:20:00.000Z';
};

/** Makes a recorded value readable: names of a story, times of one day, few items of a list, the same ids in all examples. */
export function readableValues(): (value: Json, key?: string) => Json {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `0198f0c4-6a2b-7c1d-9e4f-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id) as string;
  };
  const text = (value: string, key: string) => {
    if (TIMESTAMP.test(value)) return timeOf(key);
    if (/cursor/.test(key)) return 'eyJhZnRlciI6WyIyMDI2LTAyLTAyIl19';
    if (POSITION.test(value) && /position|next|after/.test(key)) return 'p2s';
    const told = TEXTS.reduce((all, [from, to]) => all.replace(from, to), value.replace(UUID, idOf));
    return OPAQUE.test(told) && !['value', 'sha256'].includes(key) ? told.slice(0, 43) : told;
  };
  const readable = (value: Json, key = ''): Json => {
    if (typeof value === 'string') return text(value, key);
    if (Array.isArray(value)) return value.slice(0, MOST).map((each) => readable(each, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readable(each, name)]));
  };
  return readable;
}

/** Members that depend on how far a background worker is, or on how long a call takes. */
const SOMETIMES = ['last_used_at', 'next', 'next_attempt_at', 'reason'];

/** Where two values differ in their members and types. Lists are compared by their first items. */
export function differences(known: Json, found: Json, where = ''): readonly string[] {
  const kind = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  if (kind(known) !== kind(found)) return [`${where}: ${kind(known)} was ${kind(found)}`];
  if (Array.isArray(known)) {
    const [one, other] = [known[0], found[0]];
    return one === undefined || other === undefined ? [] : differences(one, other, `${where}/0`);
  }
  if (typeof known !== 'object' || known === null) return [];
  const names = [...new Set([...Object.keys(known), ...Object.keys(found)])].filter(
    (each) => !SOMETIMES.includes(each),
  );
  return names.flatMap((name) => {
    if (!(name in known)) return [`${where}/${name} is answered`];
    if (!(name in found)) return [`${where}/${name} is not answered`];
    return differences(known[name], found[name], `${where}/${name}`);
  });
}
