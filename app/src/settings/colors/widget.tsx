import { useEffect, useRef } from 'react';
import type { Palette } from '../../../../embed/src/colors.js';
import type { ColorConfig } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { drawClient, drawnNode } from '../client-look.js';
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
    drawClient(host.current!, drawn(text.sample, palette), { palette, colors, rules: ':host { block-size: 20em; }' });
  }, [colors, palette, text]);
  return <div ref={host} role="img" aria-label={`${text.preview}: ${text.palettes[palette]}`} />;
}

function drawn(sample: (typeof texts.en)['sample'], palette: Palette): HTMLElement {
  const isClient = palette === 'client';
  const message = (isOwn: boolean, author: string, text: string) =>
    drawnNode(
      'li',
      isOwn ? 'message own' : 'message',
      ...(isOwn ? [] : [drawnNode('span', isClient ? 'author' : 'author label', author)]),
      drawnNode('div', 'bubble', drawnNode('p', 'text', text)),
    );
  const log = drawnNode(
    'ol',
    '',
    message(isClient, sample.client, sample.question),
    message(!isClient, sample.agent, sample.answer),
  );
  const root = drawnNode(
    'div',
    'root',
    drawnNode('header', '', drawnNode('p', 'title h1', sample.header)),
    drawnNode('div', 'log', log),
    drawnNode('form', '', drawnNode('textarea', '', sample.write), drawnNode('button', '', sample.send)),
  );
  // A drawing takes no focus.
  root.inert = true;
  return root;
}
