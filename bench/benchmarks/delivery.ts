import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.js';
import { speakers } from '../fixtures.js';
import { floorStage, post, productStage, type Stage } from '../posting.js';
import { at, interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { Wire } from '../wire.js';

const EACH_MS = 20;
const PATIENCE_MS = 2_000;
const WIRES = 16;
const TEXT = 'and so many other words, because nobody writes just one';

interface Heard {
  /** From the moment of posting to the moment of hearing. */
  readonly delays: readonly number[];
  readonly lost: number;
}

let posted = 0;

/** Fifty posts a second, evenly; each text is another, so that what is heard tells what was posted. */
async function speak(stage: Stage, wires: readonly Wire[], lasting: number): Promise<Heard> {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  stage.listener = ({ message: { text } }) => {
    const when = sent.get(text);
    if (when !== undefined) delays.push(performance.now() - when);
    sent.delete(text);
  };
  const start = performance.now();
  for (let n = 0; n * EACH_MS < lasting; n++) {
    await pause(Math.max(0, start + n * EACH_MS - performance.now()));
    const i = n % WIRES;
    const text = `${posted++} ${TEXT}`;
    const bytes = post(speakers[i] as (typeof speakers)[number], stage.tokens[i] ?? '', text);
    sent.set(text, performance.now());
    void (wires[i] as Wire).ask(bytes);
  }
  for (let waited = 0; sent.size > 0 && waited < PATIENCE_MS; waited += EACH_MS) await pause(EACH_MS);
  stage.listener = undefined;
  return { delays, lost: sent.size };
}

/** G4: from posting to hearing. */
export const delivery: Benchmark = async () => {
  const stages = [await floorStage(), await productStage()] as const;
  const wires = await Promise.all(
    stages.map(({ child }) => Promise.all(Array.from({ length: WIRES }, () => Wire.open(child.port)))),
  );
  const samples = await interleaved({
    floor: (lasting) => speak(stages[0], wires[0] ?? [], lasting),
    product: (lasting) => speak(stages[1], wires[1] ?? [], lasting),
  });
  for (const wire of wires.flat()) wire.close();
  for (const stage of stages) await stage.close();
  const share = (heard: readonly Heard[], part: number) =>
    at(
      heard.flatMap(({ delays }) => delays).sort((a, b) => a - b),
      part,
    );
  const row = (name: string, part: number, most: number, mostMs: number): Row => {
    const [below, above] = [share(samples.floor, part), share(samples.product, part)];
    return {
      goal: 'G4',
      what: `delivery at 50 messages a second, ${name}`,
      floor: ms(below),
      product: ms(above),
      ratio: times(above / below),
      bound: `≤ ${most}× and ≤ ${mostMs} ms`,
      reached: above / below <= most && above <= mostMs,
    };
  };
  const lost = samples.product.reduce((sum, heard) => sum + heard.lost, 0);
  const what = 'messages not delivered';
  return [
    row('p50', 0.5, 1.5, 4),
    row('p99', 0.99, 2, 20),
    { goal: 'G4', what, floor: '', product: String(lost), ratio: '', bound: '0', reached: lost === 0 },
  ];
};
