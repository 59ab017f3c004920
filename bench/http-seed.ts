import type { Product } from './product.js';
import { COMMON_WORD, HALF_WORD } from './searches.js';
import { seededRandom, sentence } from './words.js';

const CONNECTIONS = 64;

/** Calls `write` for 0 to `count` - 1, 64 at a time. */
async function repeat(count: number, write: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await write(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** Posts messages to `case-0`, by two of its clients in turn. */
export async function postMessages({ tenant }: Product, count: number): Promise<void> {
  const random = seededRandom(2);
  const texts = Array.from({ length: count }, () => sentence(random, 12));
  await repeat(count, (n) => {
    const participant_id = ['client-0', 'client-16'][n % 2];
    return tenant.owner.mustCall('POST', '/conversations/case-0/messages', {
      kind: 'TEXT',
      text: texts[n],
      participant_id,
    });
  });
}

/** Opens conversations with the owner and one client each. COMMON_WORD is in all descriptions, HALF_WORD in every second. */
export async function openMany({ tenant }: Product, count: number): Promise<void> {
  const random = seededRandom(3);
  const descriptions = Array.from({ length: count }, (_, n) =>
    [COMMON_WORD, ...(n % 2 ? [HALF_WORD] : []), sentence(random, 8)].join(' '),
  );
  await repeat(count, (n) =>
    tenant.conversation(`case-${n}`, {
      description: descriptions[n],
      participants: [
        { kind: 'USER', user_id: tenant.owner.id },
        { id: 'client', kind: 'CLIENT', display_name: `Client ${n}` },
      ],
    }),
  );
}
