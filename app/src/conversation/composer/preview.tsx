import type { UseQueryResult } from '@tanstack/react-query';
import type { RenderedTemplate } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

/** A rendered template, with the placeholders that have no value. */
export function Preview({ rendered }: { readonly rendered: UseQueryResult<RenderedTemplate> }) {
  const text = useTexts(texts);
  if (rendered.error) return <Problem error={rendered.error} />;
  const { data } = rendered;
  return (
    <section className="preview" aria-label={text.preview} aria-busy={!data} aria-live="polite">
      <p className="text" lang={data?.language}>
        {data?.text}
      </p>
      {data && data.missing.length > 0 ? <p className="warning">{text.missing(data.missing)}</p> : null}
    </section>
  );
}
