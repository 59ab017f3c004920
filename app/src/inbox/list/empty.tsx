import { useTexts } from '../../language.js';
import { base } from '../../place/place.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { CLEARED, useInboxSearch } from '../filters/use-search.js';
import { hasFilters } from '../search.js';
import { texts } from '../texts.js';

interface Props {
  readonly hasTypes: boolean;
  readonly onNew: () => void;
}

/** A list without conversations says why, and what to do. */
export function Empty({ hasTypes, onNew }: Props) {
  const { me } = useApp();
  const text = useTexts(texts);
  const [search, change] = useInboxSearch();
  function clear() {
    change(CLEARED);
    // The button leaves.
    document.querySelector<HTMLElement>('.filters input')?.focus();
  }
  if (hasFilters(search))
    return (
      <div className="empty">
        <p>{text.noMatch}</p>
        <button type="button" onClick={clear}>
          {text.clear}
        </button>
      </div>
    );
  if (hasTypes)
    return (
      <div className="empty">
        <p className="name">{text.noOpen}</p>
        <p>{text.noOpenAbout}</p>
        <button type="button" onClick={onNew}>
          {text.newConversation}
        </button>
      </div>
    );
  const isOwner = me.role === 'OWNER';
  return (
    <div className="empty">
      <p className="name">{text.welcome}</p>
      <p>{isOwner ? text.noTypes : text.ownerCreatesTypes}</p>
      {isOwner ? (
        <p>
          <Link to={paths.settings('types')} className="button main">
            {text.createType}
          </Link>
        </p>
      ) : null}
      {base === '' ? null : (
        <p>
          <a href="/docs/intro">{text.quickStart}</a>
        </p>
      )}
    </div>
  );
}
