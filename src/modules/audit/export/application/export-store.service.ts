import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { type Instant, MINUTE, plus } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type Entry,
  type ListedPage,
  type ListedRange,
  OPERATIONAL_STORE,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import type { AuditExport, ExportStatus } from './audit-export.js';
import { SubjectFilter } from './subject-filter.js';

const EXPORT = 'audit-export';
const SUBJECTS = 'audit-export-subjects';
const PLACES = 'audit-export-places';
const PLACES_ID = 'places';
const FACETS: readonly ExportStatus[] = ['RUNNING', 'DONE', 'FAILED'];
/** A place whose export is not there after this time was left by a crash. */
const EMPTY_PLACE_MS = MINUTE;
const ATTEMPTS = 20;

interface Place {
  readonly id: string;
  readonly at: Instant;
}

export type ExportEntry = Entry<AuditExport>;

/** Exports of events in the operational store, with the subjects of each. */
@Injectable()
export class ExportStore {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An export that was begun before is returned as it is. @throws Rejection 409 */
  async begin(tenantId: string, begun: AuditExport): Promise<AuditExport> {
    const known = await this.find(tenantId, begun.id);
    if (known) return known.value;
    await this.takePlace(tenantId, begun.id);
    if (!(await this.put(tenantId, begun, 0, this.clock.now()))) {
      return (await this.find(tenantId, begun.id))?.value ?? begun;
    }
    return begun;
  }

  find(tenantId: string, id: string): Promise<ExportEntry | undefined> {
    return this.operations.get<AuditExport>({ tenantId, kind: EXPORT, id });
  }

  /** Exports of all tenants that are to be looked at, the one that waits longest first. */
  due(limit: number): Promise<readonly ExportEntry[]> {
    return this.operations.due<AuditExport>(EXPORT, this.clock.now(), limit);
  }

  /** False: another process or an erasure changed it. */
  save({ key, revision }: ExportEntry, value: AuditExport, due: Instant): Promise<boolean> {
    return this.put(key.tenantId, value, revision, due);
  }

  async remove(tenantId: string, id: string): Promise<void> {
    await this.operations.remove({ tenantId, kind: EXPORT, id });
    await this.operations.remove({ tenantId, kind: SUBJECTS, id });
    await this.changePlaces(tenantId, (places) => places.filter((place) => place.id !== id));
  }

  async subjects(tenantId: string, id: string): Promise<SubjectFilter> {
    const kept = await this.operations.get<string>({ tenantId, kind: SUBJECTS, id });
    return kept ? SubjectFilter.from(kept.value) : SubjectFilter.empty();
  }

  async saveSubjects(tenantId: string, id: string, subjects: SubjectFilter): Promise<void> {
    await this.operations.put({ tenantId, kind: SUBJECTS, id }, String(subjects));
  }

  /** All exports of a tenant. There are few. */
  all(tenantId: string): Promise<readonly ExportEntry[]> {
    return this.operations.list<AuditExport>(tenantId, EXPORT, '', limits.auditExports + ATTEMPTS);
  }

  /** Exports of the tenant, newest first. */
  listed(tenantId: string) {
    const range: ListedRange = { facets: FACETS };
    return {
      range,
      newest: (chosen: ListedRange, page: ListedPage) =>
        this.operations.newest<AuditExport>(tenantId, EXPORT, chosen, page),
      count: (chosen: ListedRange) => this.operations.count(tenantId, EXPORT, chosen),
    };
  }

  private put(tenantId: string, value: AuditExport, expected: number, due: Instant): Promise<boolean> {
    const listed = { at: value.requestedAt, facet: value.status };
    return this.operations.put({ tenantId, kind: EXPORT, id: value.id }, value, { expected, due, listed });
  }

  /** Requests at once take their places one after the other. @throws Rejection 409 */
  private async takePlace(tenantId: string, id: string): Promise<void> {
    const isChanged = await this.changePlaces(tenantId, async (places) => {
      const exports = new Map((await this.all(tenantId)).map(({ value }) => [value.id, value]));
      const now = this.clock.now();
      const taken = places.filter((place) => exports.has(place.id) || plus(place.at, EMPTY_PLACE_MS) > now);
      const running = taken.filter((place) => (exports.get(place.id)?.status ?? 'RUNNING') === 'RUNNING');
      if (running.length >= limits.auditExportsRunning) reject('errors.export.too_many');
      if (taken.length >= limits.auditExports) reject('errors.export.too_many');
      return [...taken, { id, at: now }];
    });
    if (!isChanged) reject('errors.export.too_many');
  }

  /** False: others changed the places each time. */
  private async changePlaces(
    tenantId: string,
    change: (places: readonly Place[]) => readonly Place[] | Promise<readonly Place[]>,
  ): Promise<boolean> {
    const key = { tenantId, kind: PLACES, id: PLACES_ID };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const kept = await this.operations.get<readonly Place[]>(key);
      const places = await change(kept?.value ?? []);
      if (await this.operations.put(key, places, { expected: kept?.revision ?? 0 })) return true;
    }
    return false;
  }
}
