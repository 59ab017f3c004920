import type { Schema, Schemas } from './schema.js';

const UNCHANGED = 'Default: unchanged.';
const DEFAULT = / ?Default: ([^`]*?(?:`[^`]*`[^`]*?)*)\.$/;

const takesNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type, ...anyOf.map((each) => each.type)].flat().includes('null');

/** `Name. Default: none.` becomes `Name. Null restores the default: none. Default: unchanged.` */
function inPatch(description: string, isClearable: boolean): string {
  const [, usual] = DEFAULT.exec(description) ?? [];
  const own = description.replace(DEFAULT, '');
  const removal =
    usual === undefined || usual === 'unchanged' ? 'Null removes it.' : `Null restores the default: ${usual}.`;
  return [own, ...(isClearable ? [removal] : []), UNCHANGED].join(' ');
}

/** A member that a PATCH leaves out stays as it is; null takes it away where it is optional. */
export function describePatches(schemas: Schemas, bodies: readonly string[]): void {
  const members = bodies.flatMap((name) => Object.entries(schemas[name]?.properties ?? {}));
  for (const [name, member] of members) {
    if (name !== 'id') member.description = inPatch(member.description ?? '', takesNull(member));
  }
}
