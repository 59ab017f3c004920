import type { ConversationType, CreateConversationType, PatchConversationType } from '../../../../sdk/src/api.js';

/** The members that the settings show, as they will be. Undefined: none, or the default. */
export type Wanted = {
  readonly [name in keyof Omit<
    CreateConversationType,
    'id' | 'retention_policy_scope' | 'retention_policy_days'
  >]: CreateConversationType[name];
};

/** A setting that is off is the same as one that nobody set. */
const written = (value: unknown): string | undefined => (value === false ? undefined : JSON.stringify(value));

/** The members that differ from the type. Null clears one. */
export function changesOf(wanted: Wanted, type: ConversationType): PatchConversationType {
  const changed = Object.entries(wanted).filter(
    ([name, value]) => written(value) !== written(type[name as keyof Wanted]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]));
}

const TEMPLATES = ['conversation_data_list_item_template', 'client_app_header_template'] as const;

/** Whether the service kept other HTML than it got. */
export const isCleaned = (wanted: Wanted, saved: ConversationType): boolean =>
  TEMPLATES.some((name) => (wanted[name] ?? '').trim() !== (saved[name] ?? '').trim());
