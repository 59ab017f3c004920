import { subscribeToPush } from '../../sdk/src/push.js';
import type { Tidings } from '../../sdk/src/tidings.js';
import { element } from './dom.js';
import type { Texts } from './texts.js';

const WORKER = '/push-worker.js';
const PAGE = '/c';

/** A service worker belongs to the origin of its page, so only the page `/c` of the service can have one. */
export const canNotify = (service: string): boolean =>
  location.origin === service &&
  location.pathname === PAGE &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

/** Ids of subscriptions of this browser. A page without storage knows them until it is closed. */
const kept = {
  of: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (key: string, id: string | undefined): void => {
    try {
      if (id === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, id);
    } catch {}
  },
};

/** The button that turns notifications on and off. The browser shows its question only after a press. */
export class NotifyControl {
  readonly button: HTMLButtonElement;
  readonly problem = element('p', { class: 'notice', role: 'status' });
  private readonly key: string;
  private id: string | undefined;

  constructor(
    private readonly tidings: Tidings,
    client: string,
    private readonly text: Texts,
  ) {
    this.key = `tidings.push.${client}`;
    this.id = Notification.permission === 'granted' ? kept.of(this.key) : undefined;
    this.button = element('button', { type: 'button', class: 'plain notify', click: () => void this.pressed() });
    this.render();
    if (this.id !== undefined) this.on().catch(() => {});
  }

  private async pressed(): Promise<void> {
    this.button.disabled = true;
    this.problem.textContent = '';
    try {
      if (this.id !== undefined) await this.off(this.id);
      else if ((await Notification.requestPermission()) === 'granted') await this.on();
      else this.problem.textContent = this.text.notifyBlocked;
    } catch {
      this.problem.textContent = this.text.notifyFailed;
    }
    this.button.disabled = false;
    this.render();
  }

  /** Each visit renews the subscription. */
  private async on(): Promise<void> {
    await navigator.serviceWorker.register(WORKER, { scope: PAGE });
    const registration = await navigator.serviceWorker.ready;
    this.keep((await subscribeToPush(this.tidings, registration)).id);
  }

  /** The device stays subscribed for other conversations. */
  private async off(id: string): Promise<void> {
    await this.tidings.call('DELETE /push/subscriptions/{push_subscription_id}', {
      path: { push_subscription_id: id },
    });
    this.keep(undefined);
  }

  private keep(id: string | undefined): void {
    this.id = id;
    kept.set(this.key, id);
  }

  private render(): void {
    this.button.textContent = this.id === undefined ? this.text.notify : this.text.stopNotifying;
  }
}
