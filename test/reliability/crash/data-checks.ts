import type { Recorded } from '../../../src/kernel/event.js';
import type { Stored } from '../../../src/ports/stores/event-store.js';
import { auditReadModels } from '../../support/audit.js';
import { copyOfData } from '../../support/processes/data-copy.js';
import { stoppedLog } from '../../support/stopped-log.js';
import { checkLog, digestOf, type Findings } from './log-checks.js';
import { lockExpiries, owners } from './process-checks.js';
import type { Entry } from './wish.js';

const PAGE = 1_000;

/** Of a dead server; its folder stays as it is. */
async function logOf(
  dataDir: string,
): Promise<{ readonly events: readonly Recorded[]; readonly stored: readonly Stored[] }> {
  const copy = copyOfData(dataDir);
  const { log, close } = stoppedLog(copy.dir);
  try {
    const events: Recorded[] = [];
    const stored: Stored[] = [];
    for (;;) {
      const after = stored.at(-1)?.position ?? 0;
      const page = await log.storedAll(after, PAGE);
      stored.push(...page);
      if (page.length === 0) return { events, stored };
      events.push(...(await log.readAll(after, page.length)));
    }
  } finally {
    await close();
    copy.remove();
  }
}

/** What a dead server left on its disk, held against the journal and against itself. */
export class DataChecks {
  private before = { length: 0, digest: digestOf([]) };

  constructor(private readonly dataDir: string) {}

  /** `settledAt`: by then everything was done that is due to be done. */
  async check(entries: readonly Entry[], settledAt?: string): Promise<Findings> {
    const { events, stored } = await logOf(this.dataDir);
    const { collections, differences } = await auditReadModels(
      this.dataDir,
      settledAt === undefined ? 'quick' : 'whole',
    );
    const documents = collections.reduce((sum, each) => sum + each.documents, 0);
    const late = settledAt === undefined ? [] : collections.filter(({ behind }) => behind > 0);
    const wrong = [...differences, ...late.map(({ name, behind }) => `${name} stays ${behind} events behind`)];
    return {
      'log only grows': this.grown(stored),
      ...checkLog(events, entries),
      'locks expire once': lockExpiries(events, settledAt),
      ...(settledAt === undefined ? {} : { 'owners counted once': owners(events) }),
      'read models equal a fresh fold': { compared: documents, wrong },
    };
  }

  private grown(events: readonly Stored[]) {
    const { length, digest } = this.before;
    const same = digestOf(events.slice(0, length)) === digest;
    this.before = { length: events.length, digest: digestOf(events) };
    return { compared: length, wrong: same ? [] : [`the first ${length} events are not what they were`] };
  }
}
