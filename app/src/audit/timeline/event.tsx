import { useState } from 'react';
import type { AuditActor, AuditEvent } from '../../../../sdk/src/api.js';
import { SHOWN_KINDS } from '../../../../src/catalogue/audit/subjects.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { When } from '../../ui/when.js';
import { VerdictLine } from '../evidence/verdict-line.js';
import { verifyEvent } from '../evidence/verify.js';
import { Json } from '../json.js';
import { texts } from './texts.js';

/** The actor of an event by its name, else by its id. */
export function Actor({ actor: { kind, id, name } }: { readonly actor: AuditActor }) {
  const text = useTexts(texts);
  return (
    <span>
      {text.actors[kind]} {name ?? (id ? <code>{id}</code> : null)}
    </span>
  );
}

/** An event in one line. Its data and its causes are shown on demand. */
export function Event({ event }: { readonly event: AuditEvent }) {
  const [isOpen, setOpen] = useState(false);
  const { type, subject, actor, at } = event;
  return (
    <li>
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <strong>{type}</strong>
          <span className="subject">
            {subject.kind} <code>{subject.id}</code>
          </span>
          <Actor actor={actor} />
          <span className="quiet at">
            <When at={at} />
          </span>
        </summary>
        {isOpen ? <Details event={event} /> : null}
      </details>
    </li>
  );
}

function Details({ event }: { readonly event: AuditEvent }) {
  const text = useTexts(texts);
  const { id, position, version, schema, request_id, command_id, caused_by, subject, data, erased } = event;
  const members: readonly (readonly [string, string | number | undefined])[] = [
    ['id', id],
    [text.position, position],
    [text.version, version],
    [text.schema, schema],
    [text.request, request_id],
    [text.command, command_id],
    [text.cause, caused_by],
  ];
  const { tidings } = useApp();
  const isShown = SHOWN_KINDS.some((kind) => kind === subject.kind);
  const of = {
    subject_kind: subject.kind,
    subject_id: subject.id,
    ...(subject.conversation_id ? { conversation_id: subject.conversation_id } : {}),
  };
  return (
    <div className="details">
      <dl>
        {members.map(([label, value]) =>
          value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
      {erased ? <p className="quiet">{text.erased}</p> : null}
      {data ? <Json value={data} /> : null}
      <div className="actions">
        <Link to={paths.audit('trace')} search={{ id }}>
          {text.trace}
        </Link>
        {isShown ? (
          <Link to={paths.audit('state')} search={{ ...of, at: position }}>
            {text.state}
          </Link>
        ) : null}
        <VerdictLine label={text.verify} verdicts={text.verdicts} verify={() => verifyEvent(tidings, id)} />
      </div>
    </div>
  );
}
