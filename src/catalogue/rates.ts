/** Requests a minute that each bucket takes, unless `RATE_LIMITS` says otherwise (contract 1, 9, 12). */
export const rateLimits = {
  /** All requests of a tenant. */
  tenant: 60_000,
  /** All requests with one credential. */
  credential: 30_000,
  /** Requests of one client address to calls without credentials. */
  anonymous: 6_000,
  /** Requests of one client address whose credential was refused. */
  failed: 3_000,
  /** Token requests of one client address. */
  token: 600,
  /** Sign-ins of one client address through the identity providers of a tenant. */
  provider: 300,
  /** Requests to reset the password of one e-mail address in a tenant, and failed sign-ins of it from one client address. */
  email: 30,
  /** Password resets requested from one client address. */
  reset: 60,
  /** Sign-ups of one client address. */
  signup: 300,
  /** Conversations that visitors of one client address start. */
  visitor: 5,
} as const;

export type RateKind = keyof typeof rateLimits;

/** Requests that a bucket allows at once; fewer where its limit a minute is less. */
export const RATE_BURST = 5_000;

/** Calls with a bucket of their own instead of `anonymous`. */
export const STRICT_RATES = ['token', 'reset', 'signup', 'visitor'] as const satisfies readonly RateKind[];

/** While the bucket of an e-mail address is empty, each client address may try this often a minute. */
export const EMAIL_TRIES_PER_ADDRESS = 3;

/** Failed sign-ins in a day before each further one doubles a pause. */
export const guessLimits = {
  /** Of one account. */
  account: 10,
  /** With one password, at all accounts of a tenant. */
  password: 30,
  /** From one client address, at all accounts. */
  network: 100,
} as const;

/** The shortest and the longest pause between failed sign-ins. Client addresses that signed in to the account have none. */
export const guessPauseSeconds = { first: 60, longest: 3_600 } as const;
