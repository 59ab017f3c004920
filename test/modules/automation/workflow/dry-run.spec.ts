import { expect, test } from 'vitest';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { CommandRunner } from '../../../../src/engine/commands/command-runner.js';
import { CaughtUp } from '../../../../src/engine/read-models/caught-up.js';
import { instant } from '../../../../src/kernel/instant.js';
import { streamName } from '../../../../src/kernel/stream.js';
import { TriggerContexts } from '../../../../src/modules/automation/workflow/application/trigger-context.service.js';
import { WorkflowDryRun } from '../../../../src/modules/automation/workflow/application/workflow-dry-run.service.js';
import type { Workflow } from '../../../../src/modules/automation/workflow/domain/workflow.resource.js';
import { ConversationReader } from '../../../../src/modules/conversations/conversation/application/conversation.reader.js';
import { OTHER_TENANT } from '../../../public-events/published/history.fixture.js';
import { aLog } from '../../../public-events/published/log.fixture.js';
import { TENANT } from '../../../support/given/given.js';
import { publicEventHistory } from '../../../support/given/public-event-history.js';

const workflow: Workflow = {
  conversationTypeId: 't',
  enabled: true,
  trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', templateName: 'x' } },
};

test('a dry run stops after two seconds and goes on from where it says, reading no event of other tenants', async () => {
  const { log, append, all } = aLog();
  for (let n = 0; n < 10; n++) {
    for (const tenantId of [TENANT, OTHER_TENANT]) {
      const opened = { type: 'ConversationOpened', data: { conversationTypeId: 't' } };
      await append(streamName('conversation', tenantId, `c${n}`), opened);
    }
  }
  const history = await publicEventHistory(log, await log.head());
  const caughtUp = new CaughtUp();
  caughtUp.advance(await log.head());
  let ms = 0;
  const contexts = new TriggerContexts(log, { valuesAt: () => Promise.reject(new Error('No condition reads data.')) });
  const clock = { now: () => instant(0), monotonic: () => (ms += 500) };
  const reader = new ConversationReader(new CommandRunner(log, systemIds, clock), log, history.documents);
  const runs = new WorkflowDryRun(log, history.documents, caughtUp, contexts, clock, reader);
  const to = (await all()).at(-1)?.meta.at ?? instant(0);
  const found: string[] = [];
  let answers = 0;
  for (let from: Parameters<typeof runs.run>[0]['from'] = instant(0); ; ) {
    const { wouldFire, eventsRead, next } = await runs.run({ tenantId: TENANT, workflow, from, to });
    found.push(...wouldFire.map(({ conversationId }) => conversationId));
    expect(eventsRead).toBeLessThanOrEqual(5);
    answers++;
    if (next === undefined) break;
    from = { position: next };
  }
  expect(found).toEqual(Array.from({ length: 10 }, (_, n) => `c${n}`));
  expect(answers).toBeGreaterThan(1);
});
