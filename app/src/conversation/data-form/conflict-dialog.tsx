import { useState } from 'react';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import type { Conflict } from './merge.js';
import { texts } from './texts.js';
import './data.css';

interface Props {
  readonly conflicts: readonly Conflict[];
  /** Gets the conflicts in which the value of the reader is kept. */
  readonly onChosen: (own: readonly Conflict[]) => void;
  readonly onClose: () => void;
}

const keyOf = ({ path }: Conflict): string => path.join('.');
const nameOf = ({ path }: Conflict): string => (path.length > 1 ? path.slice(1) : path).join(' › ');

/** The choice of a value for each member that two people changed. */
export default function ConflictDialog({ conflicts, onChosen, onClose }: Props) {
  const text = useTexts(texts);
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(conflicts.map(keyOf)));
  function choose(conflict: Conflict, isOwn: boolean) {
    const next = new Set(own);
    if (isOwn) next.add(keyOf(conflict));
    else next.delete(keyOf(conflict));
    setOwn(next);
  }
  return (
    <Dialog title={text.conflictTitle} onClose={onClose}>
      <p>{text.conflictAbout}</p>
      {conflicts.map((each) => (
        <fieldset key={keyOf(each)} className="conflict">
          <legend>{nameOf(each)}</legend>
          {([true, false] as const).map((isOwn) => (
            <label key={String(isOwn)}>
              <input
                type="radio"
                name={keyOf(each)}
                checked={own.has(keyOf(each)) === isOwn}
                onChange={() => choose(each, isOwn)}
              />
              <span>
                {isOwn ? text.mine : text.theirs}: <Value value={isOwn ? each.mine : each.theirs} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          className="main"
          onClick={() => onChosen(conflicts.filter((each) => own.has(keyOf(each))))}
        >
          {text.saveChosen}
        </button>
      </div>
    </Dialog>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const text = useTexts(texts);
  if (value === undefined) return <em>{text.removed}</em>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
