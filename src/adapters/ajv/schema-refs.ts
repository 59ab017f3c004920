import type { SchemaError } from '../../ports/process/schema-validator.js';
import { isObject, type Place, within } from './subschemas.js';

/** From a place to one that judges the same value. */
interface Step {
  readonly to: string;
  readonly path: string;
}

/** Where a local reference leads; undefined where to nothing that is a schema. */
function target(ref: string, pointers: ReadonlySet<string>, anchors: ReadonlyMap<string, string>): string | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return anchors.get(ref.slice(1));
  try {
    const pointer = decodeURIComponent(ref.slice(1));
    return pointers.has(pointer) ? pointer : undefined;
  } catch {
    return undefined;
  }
}

/** Steps that lead back to where they started without looking deeper into the value: judging would never end. */
function endless(steps: ReadonlyMap<string, readonly Step[]>): readonly SchemaError[] {
  const fieldErrors: SchemaError[] = [];
  const seen = new Map<string, 'open' | 'done'>();
  for (const start of steps.keys()) {
    if (seen.has(start)) continue;
    seen.set(start, 'open');
    const trail = [{ at: start, next: 0 }];
    for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
      const step = steps.get(top.at)?.[top.next++];
      if (step === undefined) {
        seen.set(top.at, 'done');
        trail.pop();
      } else if (seen.get(step.to) === 'open') {
        fieldErrors.push({ path: step.path, keyword: 'endless_ref' });
      } else if (!seen.has(step.to)) {
        seen.set(step.to, 'open');
        trail.push({ at: step.to, next: 0 });
      }
    }
  }
  return fieldErrors;
}

/** References are local, lead to a schema, and never in a circle that makes no way. `places`: every schema of the schema. */
export function refErrors(places: readonly (readonly [place: Place, around?: Place])[]): readonly SchemaError[] {
  const fieldErrors: SchemaError[] = [];
  const pointers = new Set(places.map(([place]) => place.pointer));
  const anchors = new Map<string, string>();
  const steps = new Map<string, Step[]>();
  const step = (from: string, to: string, path: string) => {
    const known = steps.get(from);
    if (known) known.push({ to, path });
    else steps.set(from, [{ to, path }]);
  };
  for (const [{ schema, path, pointer, inPlace }, around] of places) {
    if (around && inPlace) step(around.pointer, pointer, path);
    if (!isObject(schema) || typeof schema.$anchor !== 'string') continue;
    if (anchors.has(schema.$anchor)) fieldErrors.push({ path: within(path, '$anchor'), keyword: 'unsupported' });
    anchors.set(schema.$anchor, pointer);
  }
  for (const [{ schema, path, pointer }] of places) {
    if (!isObject(schema) || typeof schema.$ref !== 'string') continue;
    const at = within(path, '$ref');
    if (!schema.$ref.startsWith('#')) {
      fieldErrors.push({ path: at, keyword: 'remote_ref' });
      continue;
    }
    const to = target(schema.$ref, pointers, anchors);
    if (to === undefined) fieldErrors.push({ path: at, keyword: 'unresolved_ref' });
    else step(pointer, to, at);
  }
  return [...fieldErrors, ...endless(steps)];
}
