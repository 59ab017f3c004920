import { randomKey } from '../../../sdk/src/random-key.ts';
import { type Errors, type FieldName, refusedText, type Values } from './sign-up.rules.ts';

type Body = Readonly<Partial<Values>>;

export interface SignedUp {
  readonly tenant_id: string;
  readonly frontend_url: string;
  /** Signs in once, within a minute. Absent where the answer of an earlier attempt is repeated. */
  readonly login_code?: string;
}

export type Outcome =
  | { readonly is: 'done'; readonly answer: SignedUp; readonly body: Body }
  | { readonly is: 'refused'; readonly message: string; readonly errors: Errors }
  /** The tenant may exist or come to exist. */
  | { readonly is: 'unclear'; readonly message: string };

/** One key with one body. The body of an attempt before a reload is known without its password. */
interface Attempt {
  readonly key: string;
  readonly body: Body;
}

interface Refusal {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly path: FieldName; readonly code?: string; readonly message: string }[];
}

const PENDING = 'tidings.signup-pending';
const PATIENCE_MS = 30_000;

const withoutPassword = ({ user_password: _, ...rest }: Body): Body => rest;
const same = (a: Body, b: Body): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Attempts to create one tenant. At most one succeeds: each body has one key, and an unclear attempt locks the subdomain. */
export class SignUpAttempts {
  private unclear: readonly Attempt[] = restored();

  constructor(private readonly url: string) {}

  /** The values of an attempt whose outcome is not known. */
  get pending(): Body | undefined {
    return this.unclear.at(-1)?.body;
  }

  async send(body: Body): Promise<Outcome> {
    const known = this.unclear.find((each) => same(each.body, body) || same(each.body, withoutPassword(body)));
    const attempt = { key: known?.key ?? randomKey(), body };
    const others = this.unclear.filter((each) => each !== known);
    this.keep([...others, attempt]);
    const answer = await this.post(attempt);
    if (answer.is === 'refused' && answer.code === 'errors.idempotency.body_differs') {
      this.keep(others);
      return this.send(body);
    }
    if (answer.is === 'unclear') return answer;
    const isTaken = answer.is === 'refused' && 'tenant_subdomain' in answer.errors;
    const earlier = isTaken ? await this.earlier(others) : undefined;
    if (earlier?.is === 'unclear') return earlier;
    this.keep(answer.is === 'refused' && !isTaken ? others : []);
    return earlier ?? answer;
  }

  /** The subdomain is taken: by an earlier attempt of this form, or by another tenant. */
  private async earlier(attempts: readonly Attempt[]): Promise<Outcome | undefined> {
    for (const attempt of attempts) {
      const answer = await this.post(attempt);
      if (answer.is !== 'refused') return answer;
    }
    return undefined;
  }

  private async post({ key, body }: Attempt): Promise<Outcome & { readonly code?: string | undefined }> {
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en', 'Idempotency-Key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status >= 500) return { is: 'unclear', message: `The service returned ${response.status}.` };
      if (response.ok) return { is: 'done', answer: (await response.json()) as SignedUp, body };
      return refused(response, body, (await response.json().catch(() => ({}))) as Refusal);
    } catch (error) {
      return { is: 'unclear', message: `No response: ${(error as Error).message}.` };
    }
  }

  private keep(attempts: readonly Attempt[]): void {
    this.unclear = attempts;
    const last = attempts.at(-1);
    try {
      if (last) sessionStorage.setItem(PENDING, JSON.stringify({ ...last, body: withoutPassword(last.body) }));
      else sessionStorage.removeItem(PENDING);
    } catch {
      // A reload forgets the attempt.
    }
  }
}

function restored(): readonly Attempt[] {
  try {
    return [JSON.parse(sessionStorage.getItem(PENDING) ?? '') as Attempt];
  } catch {
    return [];
  }
}

function refused({ status, headers }: Response, body: Body, { code, message, errors = [] }: Refusal) {
  if (code === 'errors.idempotency.in_progress')
    return { is: 'unclear', message: 'The service still works on the sign-up.' } as const;
  const wait = status === 429 ? ` Try again in ${headers.get('retry-after') ?? 60} seconds.` : '';
  return {
    is: 'refused',
    code,
    message: `${message ?? `The service returned ${status}.`}${wait}`,
    errors: Object.fromEntries(
      errors.map(({ path, code, message }) => [path, textOf(path, code, body) ?? message]),
    ) as Errors,
  } as const;
}

/** Codes of errors that the form has words for. */
const TOLD = ['errors.field.taken', 'errors.field.invite_code'];

const textOf = (path: FieldName, code: string | undefined, body: Body): string | undefined =>
  code !== undefined && TOLD.includes(code) ? refusedText(path, body[path] ?? '') : undefined;
