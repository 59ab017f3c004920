import { useState } from 'react';
import type { Session } from '../../../sdk/src/api.js';
import { TidingsError } from '../../../sdk/src/errors.js';
import { useCall, useChange } from '../calls/use-call.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { Confirm } from '../ui/confirm.js';
import { Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { When } from '../ui/when.js';
import { Section } from './section.js';
import { texts } from './texts.js';
import { agentOf } from './user-agent.js';

function ifItEnded(error: unknown): void {
  if (!(error instanceof TidingsError && error.status === 404)) throw error;
}

/** Where the person is signed in. */
export function Sessions() {
  const text = useTexts(texts);
  const { tidings, signOut } = useApp();
  const { data, error: unread, refetch } = useCall('GET /users/me/sessions', { query: { limit: 100 } });
  const end = useChange('DELETE /users/me/sessions/{session_id}', 'GET /users/me/sessions');
  const { error, run } = useAttempt();
  const [said, setSaid] = useState('');
  const [isAsked, setAsked] = useState(false);

  function nameOf({ user_agent: header = '' }: Session): string {
    const agent = agentOf(header);
    if (!agent) return text.unknownAgent;
    return agent.system === undefined ? agent.browser : text.agentOn(agent.browser, agent.system);
  }
  const endOne = ({ id, current }: Session) =>
    run(async () => {
      if (current) return signOut();
      await end.mutateAsync({ path: { session_id: id } });
      setSaid(text.ended);
    });

  /** The session of this browser ends last, since its token ends the others. */
  async function endAll(): Promise<void> {
    const others: string[] = [];
    for await (const { id, current } of tidings.list('GET /users/me/sessions')) if (!current) others.push(id);
    for (const session_id of others)
      await tidings.call('DELETE /users/me/sessions/{session_id}', { path: { session_id } }).catch(ifItEnded);
    await signOut();
  }
  return (
    <Section title={text.sessions} about={text.sessionsAbout}>
      {unread ? <Problem error={unread} onRetry={() => void refetch()} /> : null}
      <ul>
        {(data?.sessions ?? []).map((each) => (
          <li key={each.id}>
            <div title={each.user_agent}>
              <p>
                <strong>{nameOf(each)}</strong>
                {each.current ? <span className="here">{text.current}</span> : null}
              </p>
              <p className="quiet">
                {text.signedIn} <When at={each.created_at} /> · {text.lastUsed} <When at={each.last_used_at} />
              </p>
            </div>
            <button
              type="button"
              aria-label={each.current ? undefined : text.endOf(nameOf(each))}
              onClick={() => void endOne(each)}
            >
              {each.current ? text.signOut : text.end}
            </button>
          </li>
        ))}
      </ul>
      {error === undefined ? null : <Problem error={error} />}
      <div className="actions">
        <button type="button" onClick={() => setAsked(true)}>
          {text.everywhere}
        </button>
        <span role="status">{said}</span>
      </div>
      {isAsked ? (
        <Confirm
          title={text.everywhereTitle}
          action={text.everywhere}
          onConfirm={endAll}
          onClose={() => setAsked(false)}
        >
          <p>{text.everywhereAbout}</p>
        </Confirm>
      ) : null}
    </Section>
  );
}
