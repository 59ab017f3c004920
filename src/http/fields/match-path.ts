import { limits } from '../../catalogue/limits/limits.js';
import { CHOSEN_ID } from '../../kernel/ids.js';
import { rejectAt } from '../../kernel/rejection.js';

/** For a PUT: the id in the path must be one that may be chosen, and the body's, if there, the same. @throws Rejection 400 */
export function matchPath(parameter: string, inPath: string, inBody: string | undefined): void {
  if (!CHOSEN_ID.test(inPath)) rejectAt(parameter, 'errors.field.pattern');
  if (inPath.length > limits.id) rejectAt(parameter, 'errors.field.length', { min: 1, max: limits.id });
  if (inBody !== undefined && inBody !== inPath) rejectAt('id', 'errors.field.mismatch');
}
