const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A long path or code breaks where it has a joint. */
const withBreaks = (code: string) => code.replace(/[/._](?=[\w{])/g, '$&<wbr>');

/** HTML of a line of Markdown that has nothing but `code`, **bold** and links. */
export const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, (_, code: string) => `<code dir="auto">${withBreaks(code)}</code>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)"]+)\)/g, '<a href="$2">$1</a>');
