import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';
import { KnownTenants } from '../../../tenants/tenant/application/known-tenants.service.js';
import { type TracePage, Traces } from '../application/traces.service.js';
import type { TracedEventDto } from './trace.dto.js';
import { treesOf } from './trace.views.js';

interface Found {
  readonly tenantId: string;
  readonly page: TracePage;
}

/** Traces for the operator: of one tenant, or of the first that has the id. */
@Injectable()
export class TraceOperation implements OperatorCommand {
  constructor(
    @Inject(Traces) private readonly traces: Traces,
    @Inject(KnownTenants) private readonly tenants: KnownTenants,
  ) {}

  /** A line for the request, then one for each event with its depth, those that it caused behind it. */
  async *run({ args: { id, tenant } }: OperatorCall, signal: AbortSignal): AsyncGenerator<OperatorOutput> {
    const found = yield* this.find(String(id), tenant === undefined ? undefined : String(tenant), signal);
    if (!found) throw new OperatorRefused(1, `No event, request, delivery, run or notification has the id ${id}.`);
    const { tenantId } = found;
    yield { line: { tenant: tenantId, ...(found.page.request && { request: found.page.request }) } };
    for (let page: TracePage | undefined = found.page; page && !signal.aborted; ) {
      for (const root of treesOf(page.nodes)) yield* linesOf(root, 0);
      page = page.next && (await this.traces.page(tenantId, String(id), limits.traceNodes, page.next));
    }
  }

  private async *find(
    id: string,
    tenant: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<OperatorOutput, Found | undefined> {
    if (tenant !== undefined) return this.of(tenant, id);
    let done = 0;
    for (let after: string | undefined; !signal.aborted; ) {
      const some = await this.tenants.page(after);
      for (const { key } of some) {
        const found = await this.of(key.id, id);
        if (found) return found;
      }
      after = some.at(-1)?.key.id;
      if (after === undefined) return undefined;
      done += some.length;
      yield { progress: { what: 'tenants', done } };
    }
    return undefined;
  }

  private async of(tenantId: string, id: string): Promise<Found | undefined> {
    const page = await this.traces.page(tenantId, id, limits.traceNodes);
    return page && { tenantId, page };
  }
}

function* linesOf({ children, ...node }: TracedEventDto, depth: number): Generator<OperatorOutput> {
  yield { line: { depth, ...node } };
  for (const child of children) yield* linesOf(child, depth + 1);
}
