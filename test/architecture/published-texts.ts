import ts from 'typescript';
import type { Text } from './english.js';
import type { Source } from './syntax.js';

const FENCED = /^\s*```[\s\S]*?^\s*```$/gm;
const FRONT_MATTER = /^---\n([\s\S]*?)\n---$/m;
const SENTENCE = /[a-z]{2,}[ ’'][a-zA-Z]/i;

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']');

/** The lines of a page of the site without its code: prose, headings, attributes of pictures and rows of tables. */
export const pageLines = ({ path, text }: Source): readonly Text[] =>
  text
    .replace(FENCED, '')
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .map((line) => ({ where: path, text: withoutCode(line) }));

/** The paragraphs and list items of a page of the site. Code counts as one word. */
export const pageProse = ({ path, text }: Source): readonly Text[] =>
  text
    .replace(FRONT_MATTER, '')
    .replace(FENCED, '')
    .replace(/^<[A-Z][\s\S]*?\/>$|^<\/?\w.*$|^import .*$|^#.*$|^\{.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
    .map((part) => withoutCode(part.replace(/^\s*(?:- |\d+\. )/, '')).trim())
    .filter((part) => part !== '')
    .map((part) => ({ where: path, text: part }));

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('x');
  return ts.isJsxText(node) ? node.text : undefined;
};

/** The texts in a TypeScript file that have more than one word and are not code themselves. */
export function codeTexts({ path, text }: Source): readonly Text[] {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const told = textOf(node);
    if (told !== undefined && SENTENCE.test(told) && !/ => | = /.test(told))
      found.push({ where: path, text: withoutCode(told) });
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The texts between the tags of an Astro component. */
export const templateTexts = ({ path, text }: Source): readonly Text[] =>
  [
    ...text
      .replace(FRONT_MATTER, '')
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .matchAll(/(?<=[>}])[^<>(){}=&|[\]]+(?=[<{])/g),
  ]
    .map(([found]) => found)
    .filter((found) => SENTENCE.test(found))
    .map((found) => ({ where: path, text: found }));
