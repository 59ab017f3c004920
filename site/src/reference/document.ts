import openapi from '../../public/openapi.json';
import { callGroups, type Document } from './openapi.ts';

/** The OpenAPI document of this build. */
export const document = openapi as unknown as Document;
export const groups = callGroups(document);
/** Every call, in the order of the sidebar. */
export const calls = groups.flatMap((group) => group.calls);
