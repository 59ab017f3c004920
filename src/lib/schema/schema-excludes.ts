import { segments } from '../template.js';
import { index } from '../value-at.js';
import { elementOf, isSchema, localRefs, MOST_STEPS, own } from './schema-path.js';

/**
 * The paths at which no valid value has a member. They are behind `false`, another `type`, or a name that `properties`
 * lacks while `additionalProperties` is false. Keywords that depend on other members of the value (`not`, `if`,
 * `unevaluatedProperties`) exclude nothing.
 */
export function excluded(schema: unknown, paths: readonly string[]): readonly string[] {
  const target = localRefs(schema);
  let steps = 0;

  const allows = (path: string): boolean => {
    const names = segments(path) ?? [];
    /** Results by schema and number of the segment. A schema in progress counts as open, so a circle ends. */
    const known = names.map(() => new Map<unknown, boolean>());
    known.push(new Map());

    const open = (at: unknown, n: number): boolean => {
      if (at === false) return false;
      if (!isSchema(at) || ++steps > MOST_STEPS) return true;
      const before = known[n]?.get(at);
      if (before !== undefined) return before;
      known[n]?.set(at, true);
      const isOpen = together(at, n) && (n === names.length || member(at, n));
      known[n]?.set(at, isOpen);
      return isOpen;
    };

    const together = (at: unknown, n: number): boolean => {
      const branches = (word: string) => {
        const all = own(at, word);
        return Array.isArray(all) && all.length > 0 ? (all as readonly unknown[]) : undefined;
      };
      const each = (inner: unknown) => open(inner, n);
      return (
        each(target(own(at, '$ref'))) &&
        (branches('allOf')?.every(each) ?? true) &&
        (branches('anyOf')?.some(each) ?? true) &&
        (branches('oneOf')?.some(each) ?? true)
      );
    };

    const member = (at: unknown, n: number): boolean => {
      const name = names[n] as string;
      const asProperty = isOf(at, 'object') && open(property(at, name), n + 1);
      return asProperty || (index(name) !== undefined && isOf(at, 'array') && open(elementOf(at, name), n + 1));
    };

    return open(schema, 0);
  };

  return paths.filter((path) => !allows(path));
}

function isOf(schema: unknown, type: string): boolean {
  const types = own(schema, 'type');
  return types === undefined || types === type || (Array.isArray(types) && types.includes(type));
}

/** Without evaluating patterns: where there are any, a member that is not declared may match one. */
function property(schema: unknown, name: string): unknown {
  const declared = own(own(schema, 'properties'), name);
  if (declared !== undefined) return declared;
  return own(schema, 'patternProperties') === undefined ? own(schema, 'additionalProperties') : undefined;
}
