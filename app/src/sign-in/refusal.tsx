import { NoAnswer, TidingsError } from '../../../sdk/src/errors.js';
import { useTexts } from '../language.js';
import { TripImpossible } from '../session/provider-trip.js';
import { ProviderRefused, WindowBlocked } from '../session/provider-window.js';
import { AnotherAccount } from '../session/replace-session.js';
import { Problem } from '../ui/problem.js';
import { type Texts, texts } from './texts.js';

/** From here on a wait is shown in minutes. */
const SHORT_WAIT_S = 120;

function waitOf(error: TidingsError, text: Texts): string {
  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1_000));
  return seconds < SHORT_WAIT_S ? text.waitSeconds(seconds) : text.waitMinutes(Math.ceil(seconds / 60));
}

function wordsOf(error: unknown, text: Texts): string | undefined {
  if (error instanceof NoAnswer) return text.offline;
  if (error instanceof TripImpossible) return text.providerImpossible;
  if (error instanceof WindowBlocked) return text.againBlocked;
  if (error instanceof ProviderRefused) return text.callbackDenied;
  if (error instanceof AnotherAccount) return text.againOther;
  if (error instanceof DOMException) return text.passkeyNone;
  if (!(error instanceof TidingsError)) return undefined;
  if (error.status === 429) return waitOf(error, text);
  const own: Readonly<Record<string, string>> = {
    'errors.grant.invalid': text.wrong,
    'errors.tenant.suspended': text.suspended,
    'errors.passkey.invalid': text.passkeyUnfit,
  };
  return own[error.code];
}

interface Props {
  readonly error: unknown;
  /** Words for a grant that is not valid. Default: those for a wrong password. */
  readonly wrong?: string;
}

/** Why a sign-in was refused, in words for the person who signs in. */
export function Refusal({ error, wrong }: Props) {
  const text = useTexts(texts);
  const isGrant = error instanceof TidingsError && error.code === 'errors.grant.invalid';
  return <Problem error={error} words={(isGrant ? wrong : undefined) ?? wordsOf(error, text)} />;
}
