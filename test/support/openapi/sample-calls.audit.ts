import { endedExport } from '../../fixtures/exports.js';
import { pathOf } from '../../fixtures/media.js';
import type { World } from '../../fixtures/world.js';
import { until } from '../until.js';
import { json, type Make } from './sample-call.js';

const SMALL = { format: 'ndjson', filters: { type: ['TenantCreated'] } };

const exports = new WeakMap<World, Promise<string>>();

/** The path of an export that is done, one for each world. */
function anExport(world: World): Promise<string> {
  const made = exports.get(world) ?? exported(world);
  exports.set(world, made);
  return made;
}

async function exported({ owner }: World): Promise<string> {
  const { body } = await owner.mustCall('POST', '/audit/exports', SMALL);
  await endedExport(owner, body.id);
  const path = `/audit/exports/${body.id}`;
  const hasCheckpoint = async () => (await owner.mustCall('GET', path)).body.checkpoint !== undefined;
  await until(hasCheckpoint, Boolean, 60_000);
  return path;
}

/** A tenant has few exports that run at once. */
const noneRuns = ({ owner }: World) =>
  until(
    async () => (await owner.mustCall('GET', '/audit/exports?limit=5')).body.exports,
    (all) => all.every(({ status }: { status: string }) => status !== 'RUNNING'),
  );

/** One request for every call about exports, by operation id. */
export const auditCalls: Readonly<Record<string, Make>> = {
  participant_export: () => ({ path: '/participants/export?email=cleo%40acme.example' }),
  user_export: ({ ids }) => ({ path: `/users/${ids.user}/export` }),
  audit_export_create: async (world) => {
    await noneRuns(world);
    return json('/audit/exports', SMALL);
  },
  audit_export_list: () => ({ path: '/audit/exports' }),
  audit_export_read: async (world) => ({ path: await anExport(world) }),
  audit_export_download: async (world) => ({
    path: pathOf((await world.owner.mustCall('GET', await anExport(world))).body.url),
  }),
};
