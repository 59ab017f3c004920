/** Messages between the tabs of an origin. */
export type Said<A> = { readonly access: A } | { readonly ended: true };

type Message<A> = Said<A> | { readonly asks: true };

/** The members of a BroadcastChannel that the SDK uses. Node has `unref`. */
interface Channel {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  unref?(): void;
  close(): void;
}

/** The members of a LockManager that the SDK uses. */
interface Locks {
  request<T>(name: string, run: () => Promise<T>): Promise<T>;
}

interface Browser {
  readonly BroadcastChannel?: new (name: string) => Channel;
  readonly navigator?: { readonly locks?: Locks };
}

const browser = () => globalThis as unknown as Browser;

/** Another tab that has a token answers within it. A page that opens alone waits for it. */
const ANSWER_MS = 100;
/** The same where another tab has a new token for sure, on a busy machine. */
const SURE_ANSWER_MS = 2_000;

/** Tabs share access tokens by messages, so that no store keeps them. */
export class Tabs<A> {
  private readonly channel: Channel | undefined;
  private heardAccess: ((access: A) => void) | undefined;

  /** Without a name or where no channels are, there are no other tabs. */
  constructor(name: string | undefined, heard: (said: Said<A>) => void, own: () => A | undefined) {
    const { BroadcastChannel: Channels } = browser();
    if (name === undefined || !Channels) return;
    this.channel = new Channels(name);
    // In Node it would keep the process.
    this.channel.unref?.();
    this.channel.onmessage = (event) => {
      const data = event.data as Message<A>;
      if ('asks' in data) {
        const access = own();
        return access && this.say({ access });
      }
      heard(data);
      if ('access' in data) this.heardAccess?.(data.access);
    };
  }

  say(said: Said<A>): void {
    this.channel?.postMessage(said);
  }

  /** A wanted access token of another tab. Tabs that are behind give others. */
  ask(isWanted: (access: A) => boolean, isSure: boolean): Promise<A | undefined> {
    const { channel } = this;
    if (!channel) return Promise.resolve(undefined);
    channel.postMessage({ asks: true });
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, isSure ? SURE_ANSWER_MS : ANSWER_MS, undefined);
      this.heardAccess = (access) => {
        if (!isWanted(access)) return;
        clearTimeout(timer);
        resolve(access);
      };
    });
  }

  close(): void {
    this.channel?.close();
  }
}

/** Runs when no other tab of the origin runs something of this name. Where there are no locks it runs at once. */
export const inTurn = <T>(name: string, run: () => Promise<T>): Promise<T> => {
  const locks = browser().navigator?.locks;
  return locks ? locks.request(name, run) : run();
};
