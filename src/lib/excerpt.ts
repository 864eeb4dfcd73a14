const EXCERPT_CHARS = 60;

/** Returns the words of a text around the position `at`, with an ellipsis where the text continues. */
export function excerptAround(text: string, at: number): string {
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - EXCERPT_CHARS)) + 1);
  const end = text.indexOf(' ', at + EXCERPT_CHARS);
  const to = end < 0 ? text.length : end;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
