import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { exampleValues } from '../reference/request.operation.ts';
import { type Problem, problemsOf } from '../reference/request.problems.ts';
import { bodyTypeOf, type Operation, requestOf, type Values } from '../reference/request.ts';
import { AnswerView, summaryOf } from './try-it.answer.tsx';
import { BodyField } from './try-it.body.tsx';
import { Controls, type Phase } from './try-it.controls.tsx';
import { Field, fieldId, type Group, Parameters } from './try-it.fields.tsx';
import { type Choices, keepChoices, keptChoices, withCredential } from './try-it.kept.ts';
import { keyOf, type RequestKeys, withKey, withoutKey } from './try-it.keys.ts';
import { Samples } from './try-it.samples.tsx';
import { explained, send } from './try-it.send.ts';
import { sizeText } from './try-it.text.ts';
import { Credential } from './try-it.token.tsx';

const KEY = 'Idempotency-Key';

interface Props {
  readonly operation: Operation;
  readonly servers: readonly { readonly label: string; readonly url: string }[];
}

const absolute = (url: string): string => new URL(url, location.href).href.replace(/\/+$/, '');

/** The server that the reader chose last, or the default. */
const serverOf = (servers: Props['servers'], { server }: Choices): string =>
  servers.map(({ url }) => absolute(url)).find((url) => url === server) ?? absolute(servers[0]?.url ?? '/');

/** Shows an answer as a whole, or its beginning where it is long. The focus stays where it is. */
function bringIntoView(answer: HTMLElement): void {
  const isLong = answer.offsetHeight > innerHeight / 2;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  answer.scrollIntoView({ block: isLong ? 'start' : 'nearest', behavior: isStill ? 'instant' : 'smooth' });
}

/** Text that is the same for the same request. Two presses of one request share their key. */
const fingerprint = (operation: Operation, values: Values): string => {
  const { method, url } = requestOf(operation, values);
  return JSON.stringify([method, url, values.mediaType, values.body]);
};

/** Fills in a call, shows it as samples, and sends it on a press. */
export default function TryIt({ operation, servers }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const running = useRef<AbortController>(undefined);
  const outcome = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState<Choices>(keptChoices);
  const [filled, setFilled] = useState(() => exampleValues(operation, serverOf(servers, choices)));
  const [file, setFile] = useState<File>();
  const [keys, setKeys] = useState<RequestKeys>([]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [phase, setPhase] = useState<Phase>({ is: 'idle' });

  useEffect(() => {
    title.current?.focus();
    return () => running.current?.abort();
  }, []);
  useEffect(() => keepChoices(choices), [choices]);
  useEffect(() => {
    if (phase.is === 'answered' || phase.is === 'failed') bringIntoView(outcome.current!);
  }, [phase]);

  const token = choices.credentials[filled.server] ?? '';
  const request = fingerprint(operation, filled);
  const takesKey = operation.parameters.some(({ name }) => name === KEY);
  const isOwnKey = (filled.headers[KEY] ?? '') !== '';
  const key = takesKey && !isOwnKey ? keyOf(keys, request) : undefined;
  const withHeaders = (own: string | undefined): Values =>
    own === undefined ? filled : { ...filled, headers: { ...filled.headers, [KEY]: own } };
  const fill = (more: Partial<Values>) => setFilled({ ...filled, ...more });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (running.current) return;
    const found = problemsOf(operation, filled);
    setProblems(found);
    const [first] = found;
    // A disclosure must open before what is in it can have the focus.
    if (first) return void setTimeout(() => document.getElementById(fieldId(first.field))?.focus());
    // A request that changed since the question needs another answer.
    const isConfirmed = phase.is === 'asking' && phase.request === request;
    if (operation.method === 'DELETE' && !isConfirmed) return setPhase({ is: 'asking', request });
    void call();
  }

  async function call() {
    const next = takesKey && !isOwnKey ? withKey(keys, request) : keys;
    setKeys(next);
    const values = withHeaders(keyOf(next, request));
    const { method, url, headers, body } = requestOf(operation, values);
    const controller = new AbortController();
    running.current = controller;
    setPhase({ is: 'sending', bytes: 0 });
    const credential = operation.takesCredential && token ? [['Authorization', `Bearer ${token}`] as const] : [];
    const outgoing = {
      method,
      url,
      headers: [...credential, ...headers],
      body:
        body?.is === 'form'
          ? new URLSearchParams(body.fields.map(([name, value]) => [name, value]))
          : body && (file ?? values.body),
    };
    try {
      const answer = await send(outgoing, controller.signal, (bytes) => setPhase({ is: 'sending', bytes }));
      setPhase({ is: 'answered', answer });
    } catch {
      const isUnclear = method !== 'GET' ? ' The service may have processed the call.' : '';
      const again = takesKey ? ' Send it again unchanged: the key is the same, so it happens once.' : '';
      const what = controller.signal.aborted ? 'Cancelled.' : explained(url);
      setPhase({ is: 'failed', message: `${what}${isUnclear}${isUnclear && again}` });
    }
    running.current = undefined;
  }

  function chooseFile(chosen: File | undefined) {
    setFile(chosen);
    const known = operation.bodyTypes.find(({ mediaType }) => mediaType === chosen?.type);
    fill({ file: chosen?.name, mediaType: known?.mediaType ?? bodyTypeOf(operation, filled)?.mediaType });
  }

  function chooseServer(server: string) {
    fill({ server });
    setChoices((known) => ({ ...known, server }));
  }

  const values = withHeaders(key);
  return (
    <section className="try-it" aria-labelledby="try-it">
      <h2 id="try-it" ref={title} tabIndex={-1}>
        Try it
      </h2>
      {servers.length > 1 ? (
        <Field id="try-server" label="Server" hint={filled.server}>
          {(about) => (
            <select
              {...about}
              value={filled.server}
              onChange={({ currentTarget }) => chooseServer(currentTarget.value)}
            >
              {servers.map(({ label, url }) => (
                <option key={url} value={absolute(url)}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {operation.takesCredential ? (
        <Credential
          server={filled.server}
          token={token}
          onToken={(server, next) => setChoices((known) => withCredential(known, server, next))}
        />
      ) : null}
      <form noValidate method="post" aria-label="Request" onSubmit={submit}>
        <Parameters
          operation={operation}
          values={filled}
          problems={problems}
          hintOf={(name) => (name === KEY ? 'Empty: the console makes one key for each distinct request.' : undefined)}
          onChange={(group: Group, name, value) => fill({ [group]: { ...filled[group], [name]: value } })}
        />
        <BodyField
          operation={operation}
          values={filled}
          error={problems.find(({ field }) => field === 'file')?.message}
          onType={(mediaType) => fill({ mediaType })}
          onText={(body) => fill({ body })}
          onFile={chooseFile}
        />
        <Samples operation={operation} values={values} />
        <Controls
          operation={operation}
          phase={phase}
          onCancel={() => running.current?.abort()}
          onKeep={() => setPhase({ is: 'idle' })}
        />
        {key ? (
          <p className="hint">
            This request has the key <code translate="no">{key}</code>. Sent again, it happens once.{' '}
            <button
              type="button"
              className="button quiet"
              onClick={() => setKeys(withKey(withoutKey(keys, request), request))}
            >
              New key
            </button>
          </p>
        ) : null}
      </form>
      <div ref={outcome} className="result">
        <div role="status" className="outcome">
          {phase.is === 'sending' ? (
            <span>{`Waiting for the response … ${phase.bytes > 0 ? sizeText(phase.bytes) : ''}`}</span>
          ) : null}
          {phase.is === 'answered' ? <strong>{summaryOf(phase.answer)}</strong> : null}
          {phase.is === 'failed' ? <strong className="error">{phase.message}</strong> : null}
        </div>
        {phase.is === 'answered' ? <AnswerView answer={phase.answer} name={operation.id} /> : null}
      </div>
    </section>
  );
}
