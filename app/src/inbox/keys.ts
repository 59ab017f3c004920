const FIELDS = 'input, textarea, select, [contenteditable]';

/** Whether a key belongs to a field, a dialog or the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof Element && target.closest(`${FIELDS}, dialog, [popover]`) !== null;
}
