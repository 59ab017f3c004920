import { composed } from './written-text.js';

/** A letter of no living script, so that no search of a person begins with it. */
export const HIDDEN_LETTER = 'ꙮ';
const LETTERS = 'abcdefghijklmnop';
const LANES = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;
const LANE_LETTERS = 8;

/** 32 bits of a text that differ for each lane. */
function laneOf(text: string, factor: number): number {
  let bits = factor ^ text.length;
  for (let i = 0; i < text.length; i++) {
    bits = Math.imul(bits ^ text.charCodeAt(i), factor);
    bits ^= bits >>> 15;
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  return bits ^ (bits >>> 13);
}

function lettersOf(bits: number): string {
  let letters = '';
  for (let n = 0; n < LANE_LETTERS; n++) letters += LETTERS[(bits >>> (4 * n)) & 15];
  return letters;
}

/** Letters alone, and as many for each text, so that no word begins another. */
const hidden = (text: string): string => LANES.map((factor) => lettersOf(laneOf(text, factor))).join('');

/** The word under which the search finds the conversations with a label. */
export const labelWord = (label: string): string => HIDDEN_LETTER + hidden(composed(label));

/** The word of the conversations that a user has read to the end. Its second letter is none of a label's word. */
export const readerWord = (userId: string): string => `${HIDDEN_LETTER}r${hidden(userId)}`;

/** The word of the conversations with a message. */
export const POSTED_WORD = `${HIDDEN_LETTER}written`;
