import type { ReactNode } from 'react';
import type { List } from '../calls/use-list.js';
import { useTexts } from '../language.js';
import { Loading } from '../shell/loading.js';
import { Problem } from './problem.js';

const texts = { en: { more: 'Show more' }, de: { more: 'Mehr zeigen' } };

interface Props<T> {
  readonly list: List<T>;
  /** Shown for a list without items. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** A list with its states: loading, refused, empty, and one more page. */
export function Listed<T>({ list, empty, children }: Props<T>) {
  const text = useTexts(texts);
  if (list.isLoading) return <Loading />;
  if (list.error !== undefined) return <Problem error={list.error} onRetry={list.retry} />;
  if (list.items.length === 0) return <p className="empty">{empty}</p>;
  return (
    <>
      {children(list.items)}
      {list.hasMore ? (
        <button type="button" onClick={list.more}>
          {text.more}
        </button>
      ) : null}
    </>
  );
}
