import type { Ready } from './elements.js';
import { canNotify, NotifyControl } from './notify-control.js';
import type { TidingsConversation } from './tidings-conversation.js';
import './tidings-conversation.js';

/** The page `/c`: the address that a client opens is its client URL. */
const conversation = document.querySelector<TidingsConversation>('tidings-conversation');

/**
 * The key leaves the address, so that it is in no screenshot, bookmark or copied link. The entry of the history keeps it
 * for a reload.
 */
function takeKey(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('auth_key');
  if (given !== null) history.replaceState({ auth_key: given }, '', location.pathname + location.search);
  return given ?? (history.state as { readonly auth_key?: string } | null)?.auth_key ?? '';
}

function open(): void {
  if (conversation) conversation.clientUrl = `${location.origin}/c${location.search}#auth_key=${takeKey()}`;
}

conversation?.addEventListener('tidings-ready', (event) => {
  const { tenant_name, language } = (event as CustomEvent<Ready>).detail;
  document.title = tenant_name;
  document.documentElement.lang = language;
});
conversation?.addEventListener('tidings-ended', () => {
  history.replaceState(null, '', location.pathname + location.search);
});
if (conversation && canNotify()) conversation.control = (page) => new NotifyControl(page);
window.addEventListener('hashchange', open);
open();
