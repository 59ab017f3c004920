import { mkdirSync } from 'node:fs';
import type { Benchmark, Options } from './benchmark.js';
import { append } from './benchmarks/append.js';
import { asOf } from './benchmarks/as-of.js';
import { audit } from './benchmarks/audit.js';
import { auditCommand } from './benchmarks/audit-command.js';
import { delivery } from './benchmarks/delivery.js';
import { enumeration } from './benchmarks/enumeration.js';
import { fanOuts } from './benchmarks/fan-out.js';
import { filters } from './benchmarks/filters.js';
import { history } from './benchmarks/history.js';
import { isolation } from './benchmarks/isolation.js';
import { list } from './benchmarks/list.js';
import { overhead } from './benchmarks/overhead.js';
import { postCost, postRate } from './benchmarks/post.js';
import { postOnServer } from './benchmarks/post-on-server.js';
import { rebuild } from './benchmarks/rebuild.js';
import { sealing } from './benchmarks/sealing.js';
import { servers } from './benchmarks/servers.js';
import { sockets } from './benchmarks/sockets.js';
import { start } from './benchmarks/start.js';
import { verify } from './benchmarks/verify.js';
import { webhooks } from './benchmarks/webhooks.js';
import { machine } from './machine.js';
import { type Row, table } from './table.js';

/**
 * `npm run bench [names] [--full] [--profile]`: measures each benchmark as a ratio to a baseline in the same run. `--full`
 * measures with a million messages. `--profile` writes CPU profiles of the product to .cache.
 */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  g1: postCost,
  g1s: postOnServer,
  g3: postRate,
  g4: delivery,
  g5: history,
  g6: list,
  g7: append,
  g8: rebuild,
  g9: sockets,
  g10: fanOuts,
  g11: webhooks,
  g12: overhead,
  g13: start,
  g14: isolation,
  'as-of': asOf,
  g15: audit,
  g16: servers,
  audit: auditCommand,
  enumeration,
  sealing,
  filters,
  verify,
};

const PROFILES = '.cache';
const requested = process.argv.slice(2);
const names = requested.filter((name) => !name.startsWith('--')).map((name) => name.toLowerCase());
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.\n`);
  process.exit(1);
}

const options: Options = {
  full: requested.includes('--full'),
  profiles: requested.includes('--profile') ? PROFILES : undefined,
};
if (options.profiles) mkdirSync(options.profiles, { recursive: true });

const begun = performance.now();
const rows: Row[] = [];
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  process.stderr.write(`${name} … `);
  const since = performance.now();
  rows.push(...((await BENCHMARKS[name]?.(options)) ?? []));
  process.stderr.write(`${Math.round((performance.now() - since) / 1_000)} s\n`);
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
process.stdout.write(`\n${machine()}; medians of 3 rounds of 4 s, in turn; ${minutes} min\n\n${table(rows)}\n`);
process.exit();
