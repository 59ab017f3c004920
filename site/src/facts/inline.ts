const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** HTML of a line of Markdown that has nothing but `code`, **bold** and links. */
export const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code dir="auto">$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)"]+)\)/g, '<a href="$2">$1</a>');
