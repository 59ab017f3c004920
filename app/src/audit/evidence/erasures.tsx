import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Listed } from '../../ui/listed.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';
import { VerdictLine } from './verdict-line.js';
import { verifyErasure } from './verify.js';

/** Erasures with their signed certificates. */
export function Erasures() {
  const text = useTexts(texts);
  const erasures = useList('GET /erasures');
  return (
    <section aria-labelledby="erasures">
      <h2 id="erasures">{text.erasures}</h2>
      <Listed list={erasures} empty={text.noErasures}>
        {(items) => (
          <ul className="timeline">
            {items.map((erasure) => (
              <li key={erasure.id}>
                <p>
                  <strong>{text.kinds[erasure.kind]}</strong> <code>{erasure.subject_id}</code> ·{' '}
                  <When at={erasure.completed_at ?? erasure.requested_at} /> ·{' '}
                  {erasure.completed_at ? text.erased(erasure.events) : text.underWay}
                </p>
                {erasure.signature ? (
                  <VerdictLine label={text.verify} verdicts={text.certificates} verify={() => verifyErasure(erasure)} />
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}
