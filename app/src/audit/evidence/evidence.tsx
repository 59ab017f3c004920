import { useState } from 'react';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Field } from '../../ui/field.js';
import { Listed } from '../../ui/listed.js';
import { When } from '../../ui/when.js';
import { Erasures } from './erasures.js';
import { texts } from './texts.js';
import { VerdictLine } from './verdict-line.js';
import { verifyNote } from './verify.js';

/** Checkpoints, and their verification in this browser. */
export default function Evidence() {
  const text = useTexts(texts);
  const checkpoints = useList('GET /audit/checkpoints', { query: { limit: 20 } });
  const latest = checkpoints.items.toSorted((a, b) => b.size - a.size)[0];
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <section aria-labelledby="checkpoints">
        <h2 id="checkpoints">{text.checkpoints}</h2>
        <Listed list={checkpoints} empty={text.none}>
          {(items) => (
            <ul className="timeline">
              {items.map(({ size, at, root, note }) => (
                <li key={size}>
                  <details>
                    <summary>
                      <strong>{text.events(size)}</strong>
                      <code>{root}</code>
                      <span className="quiet at">
                        <When at={at} />
                      </span>
                    </summary>
                    <h3 className="unseen">{text.copy}</h3>
                    <pre>{note}</pre>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Listed>
      </section>
      {latest ? <Kept latest={latest.note} /> : null}
      <Erasures />
    </>
  );
}

/** Compares a note that the reader kept with the log of today. */
function Kept({ latest }: { readonly latest: string }) {
  const text = useTexts(texts);
  const { tidings } = useApp();
  const [note, setNote] = useState('');
  const wanted = `${note.trimEnd()}\n`;
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{text.kept}</h2>
      <Field label={text.note} hint={text.noteHint}>
        {(given) => (
          <textarea
            {...given}
            rows={5}
            value={note}
            spellCheck={false}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <VerdictLine
        key={note}
        label={text.verify}
        verdicts={text.verdicts}
        verify={() => verifyNote(tidings, wanted, latest)}
      />
    </section>
  );
}
