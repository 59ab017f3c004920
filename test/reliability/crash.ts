import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { campaign } from './crash/campaign.js';
import { everyPoint } from './crash/plan.js';
import { failures, told } from './crash/tally.js';

/** `npm run test:crash -- --seed 7 --kills 200`: kills the service again and again under load; exits with 1 if a promise was broken. */
const say = (text: string) => process.stdout.write(`${text}\n`);
const FEWEST_KILLS = 50;

const { values } = parseArgs({ options: { seed: { type: 'string' }, kills: { type: 'string', default: '60' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const kills = Number(values.kills);
if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 1) {
  say('--seed and --kills are whole numbers');
  process.exit(2);
}
if (kills < FEWEST_KILLS) say(`Only ${kills} kills: a campaign has ${FEWEST_KILLS} at least.`);
say(`Seed ${seed}: npm run test:crash -- --seed ${seed} --kills ${kills}`);

const { findings, figures } = await campaign({
  root: join(import.meta.dirname, '../..'),
  seed,
  kills,
  points: everyPoint,
  longestLifeMs: 3_000,
  checkEvery: 10,
  say,
});
const wrong = failures(findings).length;
say(`\n${told(findings, figures)}\n`);
say(wrong === 0 ? `passed (seed ${seed})` : `failed: ${wrong} wrong (seed ${seed})`);
process.exitCode = wrong === 0 ? 0 : 1;
