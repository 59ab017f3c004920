/** 3GPP TS 23.038: the default alphabet, then the extension table, whose characters take two septets. */
const ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS: ReadonlyMap<string, number> = new Map([
  ...[...ALPHABET].map((character) => [character, 1] as const),
  ...[...EXTENSION].map((character) => [character, 2] as const),
]);

/** Units that one message holds, and that each segment of a longer message holds without its header. */
const GSM_7 = { alone: 160, each: 153 };
const UCS_2 = { alone: 70, each: 67 };

/** Segments an SMS takes: GSM-7 where every character allows it, else UCS-2. No character is cut in two. */
export function smsSegments(text: string): number {
  if (text === '') return 0;
  const characters = [...text];
  const isGsm7 = characters.every((character) => SEPTETS.has(character));
  const { alone, each } = isGsm7 ? GSM_7 : UCS_2;
  const units = characters.map((character) => (isGsm7 ? (SEPTETS.get(character) ?? 0) : character.length));
  if (units.reduce((sum, count) => sum + count, 0) <= alone) return 1;
  let segments = 1;
  let used = 0;
  for (const count of units) {
    if (used + count > each) {
      segments++;
      used = 0;
    }
    used += count;
  }
  return segments;
}
