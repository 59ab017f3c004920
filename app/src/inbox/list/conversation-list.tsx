import { CircleHelp, MessageSquarePlus } from 'lucide-react';
import { useMemo } from 'react';
import { useConversations } from '../../../../sdk/src/react.js';
import { useCall } from '../../calls/use-call.js';
import { localeOf, useLanguage, useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { Filters } from '../filters/filters.js';
import { useInboxSearch } from '../filters/use-search.js';
import { queryOf } from '../search.js';
import { texts } from '../texts.js';
import { Empty } from './empty.js';
import { Rows } from './rows.js';

interface Props {
  readonly openId: string | undefined;
  readonly onNew: () => void;
  readonly onHelp: () => void;
}

/** The conversations that the filters show, with what can be done with the list. */
export function ConversationList({ openId, onNew, onHelp }: Props) {
  const { me } = useApp();
  const text = useTexts(texts);
  const { language } = useLanguage();
  const [search] = useInboxSearch();
  const key = JSON.stringify(search);
  const query = useMemo(() => queryOf(JSON.parse(key), me.id), [key, me.id]);
  const list = useConversations(query);
  const types = useCall('GET /conversation-types', { query: { limit: 1_000 } });
  const templates = useMemo(
    () =>
      new Map(
        types.data?.conversation_types.map((each) => [each.id, each.conversation_data_list_item_template] as const),
      ),
    [types.data],
  );
  const hasTypes = types.data === undefined || types.data.total_elements > 0;
  const { status, ended, total } = list;
  const count = new Intl.NumberFormat(localeOf(language)).format(total);
  const Heading = openId === undefined ? 'h1' : 'h2';
  return (
    <>
      <div className="top">
        <Heading>{text.inbox}</Heading>
        <span className="quiet" role="status" title={text.count(count, total === 1)}>
          {status === 'ready' ? (
            <>
              <span aria-hidden="true">{count}</span>
              <span className="unseen">{text.count(count, total === 1)}</span>
            </>
          ) : null}
        </span>
        <button type="button" className="icon help" aria-label={text.shortcuts} aria-keyshortcuts="?" onClick={onHelp}>
          <CircleHelp size={18} aria-hidden />
        </button>
        {hasTypes ? (
          <button type="button" className="main" onClick={onNew}>
            <MessageSquarePlus size={16} aria-hidden />
            <span>
              {text.create}
              <span className="unseen">{text.createRest}</span>
            </span>
          </button>
        ) : null}
      </div>
      <Filters conversations={list.conversations} />
      {ended ? <Problem error={ended.error} /> : null}
      {status === 'loading' ? <Loading /> : null}
      {status === 'ready' && total === 0 ? <Empty hasTypes={hasTypes} onNew={onNew} /> : null}
      {total > 0 && !ended ? <Rows key={key} list={list} openId={openId} templates={templates} /> : null}
    </>
  );
}
