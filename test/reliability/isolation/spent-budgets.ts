import { limits } from '../../../src/catalogue/limits/limits.js';
import type { Caller } from '../../fixtures/caller.js';
import { createWorkflowTenant, onMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { until } from '../../support/until.js';
import { times } from './attack.js';

/** Each message of a workflow fires all of them, until the budget of their root cause is spent: then their runs fail. */
const LOOPS = 99;
const OTHERS = 10;
const WORKFLOWS_OF_OTHERS = 10;

async function tenantWith({ service }: Caller, name: string, count: number, participant_kind: string) {
  const tenant = await createWorkflowTenant(service, name);
  await tenant.conversationWithClient('c1');
  await times(count, 4, (n) => tenant.workflow(`w${n}`, onMessage({ participant_kind })));
  return tenant;
}

const runsOf = async ({ owner }: WorkflowTenant, workflow: number): Promise<number> =>
  (await owner.mustCall('GET', `/workflows/w${workflow}/runs?limit=1`)).body.total_elements;

/** Tenants of a scenario: one whose message has 10,000 runs, most of which fail, and others with 100 workflows. */
export class SpentBudgets {
  private constructor(
    private readonly loud: WorkflowTenant,
    private readonly others: readonly WorkflowTenant[],
  ) {}

  static async settle(owner: Caller): Promise<SpentBudgets> {
    const loud = await tenantWith(owner, 'spent', LOOPS, 'WORKFLOW');
    await loud.workflow('start', onMessage({ participant_kind: 'CLIENT' }));
    const others: WorkflowTenant[] = [];
    for (let n = 0; n < OTHERS; n++) others.push(await tenantWith(owner, `beside-${n}`, WORKFLOWS_OF_OTHERS, 'CLIENT'));
    return new SpentBudgets(loud, others);
  }

  /** Spends a budget while the others' workflows run. @throws Error when those of another come last */
  async spend(): Promise<void> {
    const last = LOOPS - 1;
    const before = await runsOf(this.loud, last);
    await this.loud.post('c1');
    await Promise.all(this.others.map((each) => this.answered(each)));
    const failed = (await runsOf(this.loud, last)) - before;
    if (failed >= limits.workflowEffects) throw new Error('The workflows of other tenants waited for all failed runs.');
    await until(
      () => runsOf(this.loud, last),
      (found) => found >= before + limits.workflowEffects,
      240_000,
    );
  }

  private async answered(tenant: WorkflowTenant): Promise<void> {
    const last = WORKFLOWS_OF_OTHERS - 1;
    const before = await runsOf(tenant, last);
    await tenant.post('c1');
    await until(
      () => runsOf(tenant, last),
      (found) => found > before,
      60_000,
    );
  }
}
