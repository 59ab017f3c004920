import { useParams } from '@tanstack/react-router';
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
  readonly onNew: () => void;
  readonly onHelp: () => void;
}

/** The conversations that the filters show, with what can be done with the list. */
export function ConversationList({ onNew, onHelp }: Props) {
  const { me } = useApp();
  const text = useTexts(texts);
  const { language } = useLanguage();
  const { conversationId } = useParams({ strict: false });
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
  const { status, ended, total } = list;
  const count = new Intl.NumberFormat(localeOf(language)).format(total);
  const Heading = conversationId === undefined ? 'h1' : 'h2';
  return (
    <>
      <div className="top">
        <Heading>{text.inbox}</Heading>
        <span className="quiet" role="status">
          {status === 'ready' ? text.count(count, total === 1) : ''}
        </span>
        <button type="button" className="icon help" aria-label={text.shortcuts} aria-keyshortcuts="?" onClick={onHelp}>
          <CircleHelp size={18} aria-hidden />
        </button>
        <button type="button" className="main" aria-label={text.newConversation} onClick={onNew}>
          <MessageSquarePlus size={16} aria-hidden /> {text.create}
        </button>
      </div>
      <Filters conversations={list.conversations} />
      {ended ? <Problem error={ended.error} /> : null}
      {status === 'loading' ? <Loading /> : null}
      {status === 'ready' && total === 0 ? (
        <Empty hasTypes={types.data === undefined || types.data.total_elements > 0} onNew={onNew} />
      ) : null}
      {total > 0 && !ended ? <Rows key={key} list={list} openId={conversationId} templates={templates} /> : null}
    </>
  );
}
