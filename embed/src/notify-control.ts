import { subscribeToPush } from '../../sdk/src/push.js';
import type { ControlledPage, HeaderControl } from './header-control.js';
import type { Language } from './texts.js';

const WORKER = '/push-worker.js';
const PAGE = '/c';

const texts: Readonly<Record<Language, { readonly notify: string; readonly stop: string; readonly off: string }>> = {
  en: {
    notify: 'Notify me',
    stop: 'Stop notifications',
    off: 'Notifications are off. Allow them in your browser, or try again later.',
  },
  de: {
    notify: 'Benachrichtigen',
    stop: 'Nicht mehr benachrichtigen',
    off: 'Benachrichtigungen sind aus. Erlauben Sie sie in Ihrem Browser, oder versuchen Sie es später erneut.',
  },
};

/** Whether the browser has notifications, and the page may have a service worker. */
export const canNotify = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Runs what needs the storage of the browser, which may be blocked. */
function stored<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/**
 * The button that turns notifications on and off. The browser shows its question only after a press. It
 * imports no part of the element, so that both files stay whole.
 */
export class NotifyControl implements HeaderControl {
  readonly button = document.createElement('button');
  readonly problem = document.createElement('p');
  private readonly key: string;
  private id: string | undefined;

  constructor(private readonly page: ControlledPage) {
    this.key = `tidings.push.${page.client}`;
    const known = Notification.permission === 'granted' && stored((storage) => storage.getItem(this.key));
    this.id = known || undefined;
    this.button.type = 'button';
    this.button.className = 'plain notify';
    this.button.addEventListener('click', () => void this.pressed());
    this.problem.className = 'notice';
    this.problem.role = 'status';
    this.render();
    if (this.id !== undefined) this.on().catch(() => {});
  }

  private async pressed(): Promise<void> {
    this.button.disabled = true;
    this.problem.textContent = '';
    try {
      if (this.id !== undefined) await this.off(this.id);
      else if ((await Notification.requestPermission()) === 'granted') await this.on();
      else this.problem.textContent = texts[this.page.language].off;
    } catch {
      this.problem.textContent = texts[this.page.language].off;
    }
    this.button.disabled = false;
    this.render();
  }

  /** Each visit renews the subscription. */
  private async on(): Promise<void> {
    await navigator.serviceWorker.register(WORKER, { scope: PAGE });
    const registration = await navigator.serviceWorker.ready;
    this.keep((await subscribeToPush(this.page.tidings, registration)).id);
  }

  /** The device stays subscribed for other conversations. */
  private async off(id: string): Promise<void> {
    await this.page.tidings.call('DELETE /push/subscriptions/{push_subscription_id}', {
      path: { push_subscription_id: id },
    });
    this.keep(undefined);
  }

  private keep(id: string | undefined): void {
    this.id = id;
    stored((storage) => (id ? storage.setItem(this.key, id) : storage.removeItem(this.key)));
  }

  private render(): void {
    const { notify, stop } = texts[this.page.language];
    this.button.textContent = this.id === undefined ? notify : stop;
  }
}
