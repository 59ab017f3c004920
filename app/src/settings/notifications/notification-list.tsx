import { useState } from 'react';
import type { NotificationChannel, NotificationStatus } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Choice } from '../../ui/choice.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { Table } from '../../ui/table.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';

const LIST = 'GET /notifications';
const STATUSES: readonly NotificationStatus[] = ['QUEUED', 'SENT', 'SUPPRESSED', 'FAILED', 'UNKNOWN'];
const CHANNELS: readonly NotificationChannel[] = ['SMS', 'EMAIL'];
/** Only these can be sent again. */
const OPEN_ENDED: readonly NotificationStatus[] = ['FAILED', 'UNKNOWN'];

/** SMS and e-mails to clients, newest first. */
export function NotificationList() {
  const text = useTexts(texts);
  const [status, setStatus] = useState<NotificationStatus>();
  const [channel, setChannel] = useState<NotificationChannel>();
  const [again, setAgain] = useState<string>();
  const list = useList(LIST, { query: { ...(status ? { status } : {}), ...(channel ? { channel } : {}) } });
  const resend = useChange('POST /notifications/{notification_id}/resend', LIST);
  return (
    <section aria-labelledby="notifications">
      <h2 id="notifications">{text.list}</h2>
      <div className="filters">
        <Choice label={text.status} all={text.any} values={STATUSES} value={status} onChange={setStatus}>
          {(each) => text.statuses[each]}
        </Choice>
        <Choice label={text.channel} all={text.any} values={CHANNELS} value={channel} onChange={setChannel}>
          {(each) => text.channels[each]}
        </Choice>
      </div>
      <Listed list={list} empty={text.empty}>
        {(items) => (
          <Table columns={[text.status, text.channel, text.conversation, text.reason, text.at]} actions={text.actions}>
            {items.map((each) => (
              <tr key={each.id}>
                <td>{text.statuses[each.status]}</td>
                <td>{text.channels[each.channel]}</td>
                <td>
                  <Link to={paths.conversation(each.conversation_id)}>{each.conversation_id}</Link>
                </td>
                <td>{each.reason ? <code>{each.reason}</code> : null}</td>
                <td>
                  <When at={each.at} />
                </td>
                <td>
                  {OPEN_ENDED.includes(each.status) ? (
                    <div className="actions end small">
                      <button type="button" onClick={() => setAgain(each.id)}>
                        {text.resend}
                      </button>
                    </div>
                  ) : null}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      {again === undefined ? null : (
        <Confirm
          title={text.resendTitle}
          action={text.resend}
          isDangerous={false}
          onClose={() => setAgain(undefined)}
          onConfirm={() => resend.mutateAsync({ path: { notification_id: again } })}
        >
          <p>{text.resendAbout}</p>
        </Confirm>
      )}
    </section>
  );
}
