/** The choices of a reader in the console. One server never gets the credential of another. */
export interface Choices {
  /** URL of the chosen server. */
  readonly server?: string;
  /** Credentials by the URL of their server. */
  readonly credentials: Readonly<Record<string, string>>;
}

const KEY = 'tidings.try-it';
const isText = (value: unknown): value is string => typeof value === 'string';

/** The choices of this tab. */
export function keptChoices(): Choices {
  try {
    const { server, credentials } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Choices>;
    const texts = Object.entries(credentials ?? {}).filter(([, credential]) => isText(credential));
    return { ...(isText(server) ? { server } : {}), credentials: Object.fromEntries(texts) };
  } catch {
    return { credentials: {} };
  }
}

/** Keeps the choices until the tab is closed. Where storage throws, they hold for the page. */
export function keepChoices(choices: Choices): void {
  const isEmpty = choices.server === undefined && Object.keys(choices.credentials).length === 0;
  try {
    if (isEmpty) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // The memory of the page has them.
  }
}

export function withCredential({ credentials, ...choices }: Choices, server: string, credential: string): Choices {
  const { [server]: _, ...others } = credentials;
  return { ...choices, credentials: credential === '' ? others : { ...others, [server]: credential } };
}

/** The credential of a pasted text, which may be the header that carries it. */
export const credentialIn = (text: string): string => text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '');
