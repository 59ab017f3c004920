import type { ColorConfig } from '../../sdk/src/api.js';

/** The colours of the tenant for one of its two apps. */
export type Palette = 'client' | 'main';

const DARK = '#000000';
const LIGHT = '#ffffff';
/** WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The wanted colour where it can be read on the ground, else black or white, whichever is clearer. */
export function readableOn(ground: string, wanted?: string): string {
  if (wanted !== undefined && contrast(ground, wanted) >= LEAST_CONTRAST) return wanted;
  return contrast(ground, DARK) >= contrast(ground, LIGHT) ? DARK : LIGHT;
}

/** Values of the custom properties of the style sheet. */
export function colorProperties(config: ColorConfig, palette: Palette): Readonly<Record<string, string>> {
  const of = (name: string) => config[`${palette}_${name}` as keyof ColorConfig];
  const header = of('header');
  const [button, hover] = [of('button'), of('button_hover')];
  const [own, other] = [of('own_bubble'), of('other_bubble')];
  return {
    header,
    'header-text': readableOn(header),
    button,
    'button-text': readableOn(button),
    'button-hover': hover,
    'button-hover-text': readableOn(hover),
    own,
    'own-text': readableOn(own, of('own_bubble_text')),
    other,
    'other-text': readableOn(other, of('other_bubble_text')),
    ...(palette === 'main' ? { label: config.main_label, 'label-text': readableOn(config.main_label) } : {}),
  };
}
