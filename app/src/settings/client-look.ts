import { colorProperties, type Palette } from '../../../embed/src/colors.js';
import { css } from '../../../embed/src/styles.js';
import type { ColorConfig } from '../../../sdk/src/api.js';

interface Look {
  readonly palette: Palette;
  readonly colors: ColorConfig;
  /** Rules of the size. */
  readonly rules: string;
}

/** Draws a root of the embedded client, in its style sheet and in colors of a tenant, where no other style reaches it. */
export function drawClient(host: HTMLElement, root: HTMLElement, { palette, colors, rules }: Look): void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const own = new CSSStyleSheet();
  const properties = Object.entries(colorProperties(colors, palette)).map(([name, value]) => `--${name}: ${value};`);
  own.replaceSync(`.root { ${properties.join(' ')} } ${rules}`);
  shadow.adoptedStyleSheets = [sheet, own];
  shadow.replaceChildren(root);
}

export function drawnNode(name: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}
