const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A name of this many characters fits into a column. */
const LONGEST_NAME = 24;
/** A code of this many characters stays on one line. */
const SHORT = 12;

/** A path or long code breaks after spaces and punctuation; within a name only where the name is long. */
function withBreaks(code: string): string {
  const joints = code.length > SHORT ? /(?<=[/.,:?=+@])(?=[\w{])|(?<= )|(?=&amp;)/ : /(?<=[/.])(?=[\w{])/;
  const parts = code.split(joints);
  return parts.map((part) => (part.length > LONGEST_NAME ? part.replace(/_(?=\w)/g, '_<wbr>') : part)).join('<wbr>');
}

/** HTML of a line of Markdown that has nothing but `code`, **bold** and links. */
export const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, (_, code: string) => `<code dir="auto">${withBreaks(code)}</code>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)"]+)\)/g, '<a href="$2">$1</a>');
