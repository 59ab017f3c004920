import type { SdkModule } from './play.tenant.ts';

export interface Situation {
  /** Position of the last answer. */
  readonly retryAfter: string | null;
  readonly subdomain: string;
  readonly isSignedUp: boolean;
}

export interface Refusal {
  readonly text: string;
  /** The next press begins with another tenant. */
  readonly isOver: boolean;
}

/** Says why a live run ended, and what the next press does. */
export function refusalOf(error: unknown, sdk: SdkModule, situation: Situation): Refusal {
  const { retryAfter, subdomain, isSignedUp } = situation;
  if (error instanceof sdk.NoAnswer) {
    const outcome = isSignedUp ? '' : ' The tenant may or may not exist.';
    return {
      text: `The service did not respond.${outcome} Press again to continue; there is never a second tenant.`,
      isOver: false,
    };
  }
  if (!(error instanceof sdk.TidingsError)) {
    return { text: `The run ended early: ${(error as Error).message} Press again to restart it.`, isOver: false };
  }
  const { code, status, message } = error;
  if (status === 429) return { text: `Too many requests. Press again in ${retryAfter ?? 60} seconds.`, isOver: false };
  if (code === 'errors.invite_code.invalid')
    return {
      text: 'This service signs up tenants by invite code only. Sign up with yours, then follow the quick start.',
      isOver: true,
    };
  if (code === 'errors.tenant.exists')
    return { text: `The subdomain ${subdomain} is taken. Press again to try another one.`, isOver: true };
  if (status === 401)
    return { text: `The tenant ${subdomain} is no longer there. Press again to create another one.`, isOver: true };
  return {
    text: `The service refused a call: ${message} (${code})`,
    isOver: !isSignedUp && status !== 503 && status !== 409,
  };
}
