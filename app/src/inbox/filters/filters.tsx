import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { texts } from '../texts.js';
import { LabelFilter } from './label-filter.js';
import { SearchField } from './search-field.js';
import { useInboxSearch } from './use-search.js';

/** The filters and the order of the list. The address keeps them. */
export function Filters({ conversations }: { readonly conversations: readonly Conversation[] }) {
  const text = useTexts(texts);
  const id = useId();
  const [isWide, setWide] = useState<boolean>();
  const [{ show = 'open', unread, mine, label = [], q = '', order = 'newest' }, change] = useInboxSearch();
  const hasMore = isWide ?? label.length > 0;
  return (
    <div className="filters">
      <SearchField value={q} onChange={(value) => change({ q: value || undefined })} />
      <div className="choices">
        <select
          aria-label={text.show}
          value={show}
          onChange={({ target }) => change({ show: target.value === 'open' ? undefined : (target.value as 'all') })}
        >
          {Object.entries(text.shows).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="choice"
          aria-pressed={unread === true}
          onClick={() => change({ unread: unread ? undefined : true })}
        >
          {text.unread}
        </button>
        <button
          type="button"
          className="choice"
          title={text.mineTitle}
          aria-pressed={mine === true}
          onClick={() => change({ mine: mine ? undefined : true })}
        >
          {text.mine}
        </button>
        <button
          type="button"
          className="choice icon"
          aria-label={text.more}
          aria-expanded={hasMore}
          data-active={label.length > 0 || order !== 'newest'}
          onClick={() => setWide(!hasMore)}
        >
          <SlidersHorizontal size={16} aria-hidden />
        </button>
      </div>
      {hasMore ? (
        <div className="more">
          <label htmlFor={id}>{text.order}</label>
          <select
            id={id}
            value={order}
            onChange={({ target }) =>
              change({ order: target.value === 'newest' ? undefined : (target.value as 'oldest') })
            }
          >
            {Object.entries(text.orders).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <LabelFilter chosen={label} conversations={conversations} onChange={(labels) => change({ label: labels })} />
        </div>
      ) : null}
    </div>
  );
}
