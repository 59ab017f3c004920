import { DomUtils, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['childNodes'][number];
type Element = NonNullable<ReturnType<typeof DomUtils.getElementById>>;

type Text = Extract<Node, { readonly data: string }>;

const { textContent } = DomUtils;
const isTag = (node: object): node is Element => 'attribs' in node;
const isText = (node: Node): node is Text => node.type === 'text';

/** Parts of a page that are controls, or repeat what its text says. */
const LEFT = new Set([
  'script',
  'style',
  'template',
  'form',
  'button',
  'input',
  'select',
  'dialog',
  'noscript',
  'link',
]);
const LEFT_CLASS = /(^|\s)(sr-only|page-end|sl-anchor-link|tablist-wrapper)(\s|$)/;
const INLINE = new Set(['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'kbd', 'small', 'span', 'strong', 'time']);

const isLeft = ({ name, attribs }: Element) =>
  LEFT.has(name) || LEFT_CLASS.test(attribs.class ?? '') || attribs['aria-hidden'] === 'true';
const isInline = (node: Node) => isText(node) || (isTag(node) && INLINE.has(node.name));
const all = (element: Element | readonly Node[], test: (each: Element) => boolean) =>
  DomUtils.filter((node) => isTag(node) && test(node), element as Element) as Element[];
const named = (element: Element, ...names: string[]) => all(element, ({ name }) => names.includes(name));

const escaped = (text: string) => text.replace(/[\\`*[\]<]/g, '\\$&').replace(/\b_|_\b/g, '\\_');
const codeSpan = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

function inlineOf(node: Node): string {
  if (isText(node)) return escaped(node.data.replace(/\s+/g, ' '));
  if (!isTag(node) || isLeft(node)) return '';
  const inside = () => node.children.map(inlineOf).join('');
  switch (node.name) {
    case 'code':
    case 'kbd':
      return codeSpan(textContent(node));
    case 'br':
      return ' ';
    case 'b':
    case 'strong':
      return `**${inside()}**`;
    case 'i':
    case 'em':
      return `*${inside()}*`;
    case 'a':
      return `[${inside().trim()}](${node.attribs.href ?? ''})`;
    default:
      return inside();
  }
}

const line = (nodes: readonly Node[]) => nodes.map(inlineOf).join('').replace(/\s+/g, ' ').trim();

function codeBlock(pre: Element): string {
  const figure = pre.parent && isTag(pre.parent) ? pre.parent : pre;
  const [title] = all(figure, ({ attribs }) => attribs.class === 'title');
  const lines = all(pre, ({ attribs }) => /(^|\s)ec-line(\s|$)/.test(attribs.class ?? ''));
  const code =
    lines.length > 0 ? lines.map((each) => textContent(each).replace(/\n$/, '')).join('\n') : textContent(pre);
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const name = title ? textContent(title).trim() : '';
  return `${fence}${pre.attribs['data-language'] ?? ''}${name ? ` title="${name}"` : ''}\n${code.trimEnd()}\n${fence}`;
}

function table(element: Element): string {
  const cell = (each: Element) => line(each.children).replaceAll('|', '\\|');
  const [head = [], ...rows] = named(element, 'tr').map((row) => named(row, 'th', 'td').map(cell));
  const written = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [written(head), written(head.map(() => '---')), ...rows.map(written)].join('\n');
}

function list(element: Element): string {
  const items = element.children.filter((child) => isTag(child) && child.name === 'li') as Element[];
  return items
    .map((item, at) => {
      const mark = element.name === 'ol' ? `${at + 1}. ` : '- ';
      return (
        mark +
        blocksOf(item.children)
          .join('\n\n')
          .replace(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
      );
    })
    .join('\n');
}

/** Terms and their meanings as a list. */
const definitions = (element: Element): string =>
  named(element, 'dt', 'dd')
    .map(({ name, children }) => (name === 'dt' ? `\n- ${line(children)}` : `: ${line(children)}`))
    .join('')
    .trim();

function picture(svg: Element): readonly string[] {
  const [title] = named(svg, 'title');
  const [description] = named(svg, 'desc');
  if (!title || !description) return [];
  return [`**Diagram: ${escaped(textContent(title))}.** ${escaped(textContent(description))}`];
}

function blockOf(element: Element): readonly string[] {
  if (isLeft(element)) return [];
  const { name, attribs, children } = element;
  if (/^h[1-6]$/.test(name)) return [`${'#'.repeat(Number(name[1]))} ${line(children)}`];
  if (name === 'pre') return [codeBlock(element)];
  if (name === 'table') return [table(element)];
  if (name === 'ul' || name === 'ol') return [list(element)];
  if (name === 'dl') return [definitions(element)];
  if (name === 'svg') return picture(element);
  if (name === 'p' || name === 'summary') return [line(children)];
  if (name === 'figcaption') return [];
  if (attribs.role !== 'tabpanel') return blocksOf(children);
  const labels = all(root(element), (each) => each.attribs.id === attribs['aria-labelledby']);
  return [...labels.map((label) => `**${textContent(label).trim()}**`), ...blocksOf(children)];
}

function root(element: Element): Element {
  const { parent } = element;
  return parent && isTag(parent) ? root(parent) : element;
}

/** Blocks of Markdown. Text and inline elements next to each other are one paragraph. */
function blocksOf(nodes: readonly Node[]): readonly string[] {
  const blocks: string[] = [];
  let open: Node[] = [];
  const close = () => {
    blocks.push(line(open));
    open = [];
  };
  for (const node of nodes) {
    if (isInline(node)) open.push(node);
    else if (isTag(node)) {
      close();
      blocks.push(...blockOf(node));
    }
  }
  close();
  return blocks.filter((block) => block !== '');
}

export interface MarkdownPage {
  readonly title: string;
  readonly description: string;
  /** The whole page, with its title and description first. */
  readonly text: string;
}

/** The text of a built page as Markdown. Tables, diagrams and tabs are written out. @throws Error where it has no main part */
export function markdownOf(html: string): MarkdownPage {
  const document = parseDocument(html);
  const [main] = all(document.childNodes, ({ name }) => name === 'main');
  const [heading] = main ? named(main, 'h1') : [];
  if (!main || !heading) throw new Error('The page has no main part with a heading.');
  const [meta] = all(document.childNodes, ({ name, attribs }) => name === 'meta' && attribs.name === 'description');
  const title = textContent(heading).trim();
  const description = meta?.attribs.content ?? '';
  const [first = '', ...others] = blocksOf(main.children);
  const lead = description ? [`> ${escaped(description)}`] : [];
  return { title, description, text: `${[first, ...lead, ...others].join('\n\n')}\n` };
}
