import { Scrolled } from './try-it.fields.tsx';
import { type Answer, SHOWN_BYTES } from './try-it.send.ts';
import { errorCode, firstLines, prettyJson, type Shown, sizeText } from './try-it.text.ts';

const ENDS = {
  complete: '',
  broken: 'The connection broke before the end of the body.',
  'too large': 'Reading stopped at the largest size that this page takes.',
} as const;

const isText = (type: string): boolean => /^text\/|^application\/(.+\+)?(json|xml)\b/.test(type);
const isJson = (type: string): boolean => /^application\/(.+\+)?json\b/.test(type);

function shownOf({ type, start, bytes }: Answer): Shown | undefined {
  if (bytes === 0 || !isText(type)) return undefined;
  const shown = isJson(type) ? prettyJson(start) : firstLines(start);
  return { ...shown, isCut: shown.isCut || bytes > SHOWN_BYTES };
}

/** The address of the file lives for this press alone, so that nobody opens it as a page of this site. */
function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const summaryOf = ({ status, statusText, isHidden, totalMs }: Answer): string =>
  isHidden ? 'The service returned a redirect.' : `${status} ${statusText} in ${Math.round(totalMs)} ms`;

interface Props {
  readonly answer: Answer;
  readonly name: string;
}

/** Everything of a response is shown as text. */
export function AnswerView({ answer, name }: Props) {
  const { headers, bytes, headMs, totalMs, end, file, type, isHidden } = answer;
  const shown = shownOf(answer);
  const code = answer.status >= 400 && bytes <= SHOWN_BYTES ? errorCode(answer.start) : undefined;
  if (isHidden) return <p>A browser does not show scripts where a redirect leads. curl shows it with the option -i.</p>;
  return (
    <>
      {code ? (
        <p>
          <a href={`/docs/api/errors/${code}`}>
            <code translate="no">{code}</code>
          </a>{' '}
          has a page that says what to do.
        </p>
      ) : null}
      {headers.some(([header]) => header === 'idempotent-replayed') ? (
        <p>The call was made before with this key, so the service sent its first response again.</p>
      ) : null}
      <p className="hint">
        {`Headers after ${Math.round(headMs)} ms, body complete after ${Math.round(totalMs)} ms, ${sizeText(bytes)}`}
      </p>
      <details>
        <summary>{`Headers (${headers.length})`}</summary>
        <dl translate="no">
          {headers.map(([header, value]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {end === 'complete' ? null : <p className="error">{ENDS[end]}</p>}
      {shown ? (
        <Scrolled label="Body of the response" text={shown.text} />
      ) : (
        <p>{bytes === 0 ? 'The response has no body.' : `The body is ${type || 'of an unknown type'}.`}</p>
      )}
      {shown?.isCut ? <p>Only the beginning is shown.</p> : null}
      {bytes > 0 ? (
        <button
          type="button"
          className="button quiet"
          onClick={() => download(file, `${name}.${isJson(type) ? 'json' : 'bin'}`)}
        >
          {`Download the body (${sizeText(bytes)})`}
        </button>
      ) : null}
    </>
  );
}
