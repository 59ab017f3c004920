import { isMembers } from './members.js';
import type { JsonSchema } from './problems.js';

/** Keywords whose values a form would lose or cannot show. */
const BEYOND = [
  'prefixItems',
  '$dynamicRef',
  'patternProperties',
  'dependentSchemas',
  'unevaluatedItems',
  'contains',
  'not',
];
/** Members of a schema whose names are not keywords. */
const NAMED = ['properties', '$defs'];

/** Whether a form can show and keep all data of a schema: it lists members, and uses no keyword beyond a form. */
export function isShownAsForm(schema: JsonSchema | undefined): schema is JsonSchema {
  return schema !== undefined && isMembers(schema.properties) && isWithin(schema);
}

function isWithin(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isWithin);
  if (!isMembers(schema)) return true;
  return Object.entries(schema).every(([name, part]) => {
    if (BEYOND.includes(name)) return false;
    if (name === 'type' && Array.isArray(part)) return part.filter((each) => each !== 'null').length === 1;
    if (['enum', 'const', 'default', 'examples'].includes(name)) return true;
    return NAMED.includes(name) && isMembers(part) ? Object.values(part).every(isWithin) : isWithin(part);
  });
}
