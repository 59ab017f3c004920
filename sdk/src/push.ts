import type { PushSubscription } from './api.js';
import type { Tidings } from './tidings.js';

interface Device {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  unsubscribe(): Promise<unknown>;
  toJSON(): { readonly endpoint?: string; readonly keys?: Readonly<Record<string, string>> };
}

/** The members of a `ServiceWorkerRegistration` that subscriptions need. */
export interface PushRegistration {
  readonly pushManager: {
    getSubscription(): Promise<Device | null>;
    subscribe(options: { userVisibleOnly: true; applicationServerKey: Uint8Array<ArrayBuffer> }): Promise<Device>;
  };
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));

const isKey = (used: ArrayBuffer | null, key: Uint8Array): boolean =>
  used !== null && new Uint8Array(used).join() === key.join();

/**
 * Subscribes this device to pushes for the caller, or renews its subscription. The permission for notifications comes
 * first, after a press. @throws DOMException, TidingsError, NoAnswer
 */
export async function subscribeToPush(tidings: Tidings, { pushManager }: PushRegistration): Promise<PushSubscription> {
  const key = bytesOf((await tidings.call('GET /push/key')).public_key);
  let device = await pushManager.getSubscription();
  if (device && !isKey(device.options.applicationServerKey, key)) {
    await device.unsubscribe();
    device = null;
  }
  device ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = device.toJSON();
  return tidings.call('POST /push/subscriptions', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}
