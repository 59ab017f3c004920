import { useEffect, useRef } from 'react';
import { colorProperties, type Palette } from '../../../../embed/src/colors.js';
import { css } from '../../../../embed/src/styles.js';
import type { ColorConfig } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { texts } from './texts.js';

interface Props {
  readonly palette: Palette;
  readonly colors: ColorConfig;
}

/** A conversation in the style sheet of the embedded client, with colors that are not saved yet. */
export function Widget({ palette, colors }: Props) {
  const text = useTexts(texts);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const own = new CSSStyleSheet();
    const properties = Object.entries(colorProperties(colors, palette)).map(([name, value]) => `--${name}: ${value};`);
    own.replaceSync(`.root { ${properties.join(' ')} } :host { block-size: 20em; }`);
    root.adoptedStyleSheets = [sheet, own];
    root.replaceChildren(drawn(text.sample, palette));
  }, [colors, palette, text]);
  return <div ref={host} role="img" aria-label={`${text.preview}: ${text.palettes[palette]}`} />;
}

function drawn(sample: (typeof texts.en)['sample'], palette: Palette): HTMLElement {
  const node = (name: string, className: string, ...children: readonly (Node | string)[]) => {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  };
  const isClient = palette === 'client';
  const message = (isOwn: boolean, author: string, text: string) =>
    node(
      'li',
      isOwn ? 'message own' : 'message',
      ...(isOwn ? [] : [node('span', isClient ? 'author' : 'author label', author)]),
      node('div', 'bubble', node('p', 'text', text)),
    );
  const log = node(
    'ol',
    '',
    message(isClient, sample.client, sample.question),
    message(!isClient, sample.agent, sample.answer),
  );
  const root = node(
    'div',
    'root',
    node('header', '', node('p', 'title h1', sample.header)),
    node('div', 'log', log),
    node('form', '', node('textarea', '', sample.write), node('button', '', sample.send)),
  );
  // A drawing takes no focus.
  root.inert = true;
  return root;
}
