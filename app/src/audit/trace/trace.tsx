import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Loading } from '../../shell/loading.js';
import { TextField } from '../../ui/field.js';
import { Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { Actor } from '../timeline/event.js';
import { useAuditSearch } from '../use-search.js';
import { texts } from './texts.js';
import { Traced } from './traced.js';
import './trace.css';

/** The causes and effects of one id as a tree. */
export default function TraceView() {
  const text = useTexts(texts);
  const [{ id }, change] = useAuditSearch();
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          change({ id: String(new FormData(event.currentTarget).get('id')).trim() });
        }}
      >
        <TextField
          key={id}
          label={text.id}
          name="id"
          defaultValue={id}
          required
          spellCheck={false}
          autoComplete="off"
        />
        <div className="actions">
          <button type="submit" className="main">
            {text.show}
          </button>
        </div>
      </form>
      {id ? <Tree id={id} /> : null}
    </>
  );
}

function Tree({ id }: { readonly id: string }) {
  const text = useTexts(texts);
  const { tidings } = useApp();
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['GET /audit/trace/{trace_id}', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      return tidings.call('GET /audit/trace/{trace_id}', { path: { trace_id: id }, query, signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const request = data.pages[0]?.request;
  return (
    <section aria-label={text.tree}>
      {request ? (
        <p>
          {text.request} <code>{request.id}</code> · <Actor actor={request.actor} /> · <When at={request.at} />
        </p>
      ) : null}
      <ul className="tree">
        {data.pages.flatMap(({ events }) => events.map((each) => <Traced key={each.event.id} traced={each} id={id} />))}
      </ul>
      {hasNextPage ? (
        <button type="button" onClick={() => void fetchNextPage()}>
          {text.more}
        </button>
      ) : null}
    </section>
  );
}
