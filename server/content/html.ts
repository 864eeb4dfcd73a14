import { marked, type Token, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { lessonTags } from '../../contract/lesson-html.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(lessonTags),
  allowedAttributes: Object.fromEntries(Object.entries(lessonTags).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  exclusiveFilter: (frame) => frame.tag === 'img' && !/^\/media\/[0-9a-f]{64}$/.test(frame.attribs['src'] ?? ''),
};

export interface ImageUse {
  href: string;
  alt: string;
  /** Line number in the Markdown source, starting at 1. */
  line: number;
}

function collect(tokens: readonly Token[], images: Tokens.Image[]): void {
  for (const token of tokens) {
    if (token.type === 'image') images.push(token as Tokens.Image);
    if ('tokens' in token && token.tokens) collect(token.tokens, images);
    if (token.type === 'list') for (const item of (token as Tokens.List).items) collect(item.tokens, images);
  }
}

/** Returns the images used in a Markdown text, with their line numbers. */
export function imagesInMarkdown(markdown: string): ImageUse[] {
  const images: Tokens.Image[] = [];
  collect(marked.lexer(markdown), images);
  return images.map(({ href, text, raw }) => ({
    href,
    alt: text,
    line: markdown.slice(0, markdown.indexOf(raw)).split('\n').length,
  }));
}

export interface PlacedImage {
  sha256: string;
  width: number;
  height: number;
}

/**
 * Converts Markdown to sanitised HTML. Images get /media/{sha256} as their source, and their dimensions, which prevent
 * layout shifts.
 */
export function toHtml(markdown: string, images: ReadonlyMap<string, PlacedImage>): string {
  const renderer = new marked.Renderer();
  renderer.image = ({ href, text }) => {
    const image = images.get(href);
    const alt = text.replaceAll('"', '&quot;');
    return image
      ? `<img src="/media/${image.sha256}" alt="${alt}" width="${image.width}" height="${image.height}" loading="lazy">`
      : '';
  };
  return sanitizeHtml(marked.parse(markdown, { renderer, async: false }), allowed).trim();
}
