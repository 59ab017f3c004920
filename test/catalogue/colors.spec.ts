import { expect, test } from 'vitest';
import { DEFAULT_COLORS } from '../../src/catalogue/colors.js';

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('there are fifteen colours', () => expect(Object.keys(DEFAULT_COLORS)).toHaveLength(15));

test.each(['main_own', 'main_other', 'client_own', 'client_other'] as const)('text on %s bubbles is readable', (name) =>
  expect(contrast(DEFAULT_COLORS[`${name}_bubble`], DEFAULT_COLORS[`${name}_bubble_text`])).toBeGreaterThan(4.5),
);

test.each(['main_button', 'main_button_hover', 'client_button', 'client_button_hover', 'main_header'] as const)(
  'white is readable on %s',
  (name) => expect(contrast(DEFAULT_COLORS[name], '#ffffff')).toBeGreaterThan(4.5),
);
