import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AuditEventType, AuditSubjectKind } from '../../../../sdk/src/api.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Listed } from '../../ui/listed.js';
import type { AuditSearch } from '../search.js';
import { useAuditSearch } from '../use-search.js';
import { Event } from './event.js';
import { Filters } from './filters.js';
import { texts } from './texts.js';

const LIST = 'GET /audit/events';

/** A time of a field is local. The call takes a position or an RFC 3339 time. */
export const momentOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? new Date(text).toISOString() : text;

/** The filters of the address as the call takes them. */
export function filtersOf(search: AuditSearch) {
  const { subject_kind, subject_id, conversation_id, actor, request_id, type, after, before } = search;
  return {
    ...(subject_id ? { subject_id } : {}),
    ...(conversation_id ? { conversation_id } : {}),
    ...(actor ? { actor } : {}),
    ...(request_id ? { request_id } : {}),
    ...(subject_kind ? { subject_kind: subject_kind as AuditSubjectKind } : {}),
    ...(type ? { type: type.split(',') as AuditEventType[] } : {}),
    ...(after ? { after: momentOf(after) ?? after } : {}),
    ...(before ? { before: momentOf(before) ?? before } : {}),
  };
}

export default function Timeline() {
  const text = useTexts(texts);
  const [search] = useAuditSearch();
  const queries = useQueryClient();
  const list = useList(LIST, { query: { limit: 50, ...filtersOf(search) } });
  // The log grows while other views are shown.
  useEffect(() => () => queries.removeQueries({ queryKey: [LIST] }), [queries]);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <Filters />
      <Listed list={list} empty={text.empty}>
        {(events) => (
          <ol className="timeline">
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        )}
      </Listed>
    </>
  );
}
