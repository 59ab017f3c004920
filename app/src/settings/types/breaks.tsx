import type { SchemaDryRun } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Confirm } from '../../ui/confirm.js';
import { texts } from './texts.js';

interface Props {
  readonly found: SchemaDryRun;
  readonly onAnswer: (isForced: boolean) => void;
}

/** The conversations that a schema breaks, and the question whether it is saved in spite of them. */
export function Breaks({ found: { breaks, first, checked }, onAnswer }: Props) {
  const text = useTexts(texts);
  return (
    <Confirm
      title={text.breaksTitle}
      action={text.force}
      onConfirm={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>
        {breaks > 0 || checked === undefined ? text.breaks(breaks) : ''}{' '}
        {checked === undefined ? '' : text.unfinished(checked)}
      </p>
      {first.length === 0 ? null : (
        <>
          <p>{text.first}</p>
          <ul>
            {first.map((id) => (
              <li key={id}>
                <Link to={paths.conversation(id)} target="_blank">
                  {id}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{text.breaksAbout}</p>
    </Confirm>
  );
}
