import { SECRET, secretsOf } from '../../../../catalogue/audit/secrets.js';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with a dotted member in place of which `SECRET` is; also in each object of a list. */
function masked(value: unknown, [name, ...inner]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => masked(each, name === undefined ? [] : [name, ...inner]));
  if (name === undefined) return value === null ? null : SECRET;
  if (!isObject(value) || value[name] === undefined) return value;
  return { ...value, [name]: masked(value[name], inner) };
}

/** The data of an event without its secrets. */
export const withoutSecrets = (type: string, data: unknown): unknown =>
  secretsOf(type).reduce((shown, path) => masked(shown, path.split('.')), data);

/** A large value is a blob: the event has its digest. */
export interface BlobReference {
  readonly digest: string;
}

/** The blob that conversation_data of an event is in; undefined where it is none. */
export function blobOf(data: unknown): BlobReference | undefined {
  const value = isObject(data) ? data.data : undefined;
  if (!isObject(value) || typeof value.digest !== 'string' || value.value !== undefined) return undefined;
  return { digest: value.digest };
}

/** Leaves out the words that searches use. */
export const withBlob = (data: unknown, { digest }: BlobReference, size: number | undefined): unknown => ({
  ...(data as Members),
  data: { digest, ...(size === undefined ? {} : { size }) },
});
