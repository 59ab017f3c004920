import { useEffect, useState } from 'react';
import type { Export, ExportFormat } from '../../../../sdk/src/api.js';
import { onService } from '../../../../sdk/src/store/sending/uploads.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Listed } from '../../ui/listed.js';
import { Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { filtersOf } from '../timeline/timeline.js';
import { useAuditSearch } from '../use-search.js';
import { texts } from './texts.js';

const LIST = 'GET /audit/exports';
const FORMATS: readonly ExportFormat[] = ['ndjson', 'csv'];
/** A running export is read again after it. */
const AGAIN_MS = 1_000;

export default function Exports() {
  const text = useTexts(texts);
  const [search] = useAuditSearch();
  const filters = filtersOf(search);
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const create = useChange('POST /audit/exports', LIST);
  const list = useList(LIST);
  const isRunning = list.items.some(({ status }) => status === 'RUNNING');
  const { retry } = list;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(retry, AGAIN_MS);
    return () => clearInterval(timer);
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <h2>{text.filters}</h2>
      {isFiltered ? <pre>{JSON.stringify(filters, undefined, 2)}</pre> : <p>{text.all}</p>}
      <div className="filters">
        <Choice
          label={text.format}
          values={FORMATS}
          value={format}
          onChange={(chosen) => setFormat(chosen ?? 'ndjson')}
        >
          {(each) => each}
        </Choice>
        <div className="actions">
          <button
            type="button"
            className="main"
            aria-disabled={create.isPending}
            onClick={() => create.mutate({ body: { format, ...(isFiltered ? { filters } : {}) } })}
          >
            {text.create}
          </button>
        </div>
      </div>
      {create.error ? <Problem error={create.error} /> : null}
      <Listed list={list} empty={text.empty}>
        {(items) => (
          <ul className="timeline">
            {items.map((each) => (
              <ExportItem key={each.id} item={each} />
            ))}
          </ul>
        )}
      </Listed>
    </>
  );
}

function ExportItem({ item }: { readonly item: Export }) {
  const text = useTexts(texts);
  const { status, events, progress, url, manifest_url, expires_at, format, failure } = item;
  return (
    <li>
      <p>
        <strong>{text.statuses[status]}</strong> {failure ? <code>{failure}</code> : null} · {format} ·{' '}
        {text.events(events)} · {text.until} <When at={expires_at} />
      </p>
      {status === 'RUNNING' ? <progress aria-label={text.statuses.RUNNING} value={progress} /> : null}
      <div className="actions">
        {url ? (
          <a href={onService(location.origin, url)} download>
            {text.file}
          </a>
        ) : null}
        {manifest_url ? (
          <a href={onService(location.origin, manifest_url)} download>
            {text.manifest}
          </a>
        ) : null}
      </div>
    </li>
  );
}
