import { useEffect, useRef } from 'react';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { drawClient, drawnNode } from '../client-look.js';
import { drawn } from './drawn.js';
import type { Values } from './sample.js';
import { texts } from './texts.js';

interface Props {
  readonly html: string;
  readonly values: Values;
}

/** The header alone, in its whole height. */
const RULES =
  ':host { display: block; block-size: auto; } .root { block-size: auto; min-block-size: 0; } .about { max-block-size: none; }';

/** A list item as the inbox would show it. */
export function ListItemPreview({ html, values }: Props) {
  const text = useTexts(texts);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.replaceChildren(...drawn(html, values)), [html, values]);
  return (
    <section className="preview" aria-label={text.listItemPreview}>
      <p className="quiet">{text.listItemPreview}</p>
      <div ref={host} className="item" dir="auto" />
    </section>
  );
}

/** A header in the look of the page of the clients. */
export function HeaderPreview({ html, values }: Props) {
  const text = useTexts(texts);
  const { tenant } = useApp();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const about = drawnNode('div', 'about', ...drawn(html, values));
    about.dir = 'auto';
    const title = drawnNode('header', '', drawnNode('p', 'title', text.headerTitle));
    const look = { palette: 'client', colors: tenant.color_config, rules: RULES } as const;
    drawClient(host.current!, drawnNode('div', 'root', title, about), look);
  }, [html, values, tenant, text]);
  return (
    <section className="preview" aria-label={text.headerPreview}>
      <p className="quiet">{text.headerPreview}</p>
      <div ref={host} />
    </section>
  );
}
