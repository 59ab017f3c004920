import { NoAnswer, TidingsError } from '../../../sdk/src/errors.js';
import { useTexts } from '../language.js';
import './problem.css';

const texts = {
  en: {
    noAnswer: 'The service did not respond. Check the connection and try again.',
    unexpected: 'Something went wrong in this page.',
    code: 'Code',
    request: 'Request',
    retry: 'Try again',
  },
  de: {
    noAnswer: 'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    unexpected: 'Auf dieser Seite ist etwas schiefgegangen.',
    code: 'Code',
    request: 'Anfrage',
    retry: 'Erneut versuchen',
  },
};

interface Props {
  readonly error: unknown;
  /** Words of the page instead of those of the service. */
  readonly words?: string | undefined;
  readonly onRetry?: () => void;
  /** Paths whose errors are shown at their fields. `schema.*`: all below `schema`. */
  readonly atFields?: readonly string[];
}

/** The text of the service about an error, with its code. */
export function Problem({ error, words, onRetry, atFields = [] }: Props) {
  const text = useTexts(texts);
  const isAnswer = error instanceof TidingsError;
  const isShown = (path: string) => atFields.some((field) => isOf(field, path));
  const others = isAnswer ? error.errors.filter(({ path }) => path === undefined || !isShown(path)) : [];
  return (
    <div className="problem" role="alert">
      <p>{words ?? (isAnswer ? error.message : error instanceof NoAnswer ? text.noAnswer : text.unexpected)}</p>
      {others.length === 0 ? null : (
        <ul>
          {others.map(({ code, message, path }) => (
            <li key={`${code} ${path}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {isAnswer ? (
        <p className="quiet">
          {text.code} <code>{error.code}</code> · {text.request} <code>{error.requestId}</code>
        </p>
      ) : null}
      {onRetry ? (
        <button type="button" onClick={onRetry}>
          {text.retry}
        </button>
      ) : null}
    </div>
  );
}

const isOf = (field: string, path: string): boolean =>
  field.endsWith('.*') ? path.startsWith(field.slice(0, -1)) : path === field;

/** The message of the service about one field, if the error has one. */
export const messageAt = (error: unknown, path: string): string | undefined =>
  error instanceof TidingsError ? error.errors.find((each) => each.path === path)?.message : undefined;
