/** Allowed HTML of a lesson: tag -> attributes. The server sanitises on import and the page on display by this list. */
export const lessonTags: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries('h2 h3 h4 p ul li blockquote strong em code pre hr br'.split(' ').map((tag) => [tag, []])),
  ...Object.fromEntries('table thead tbody tr'.split(' ').map((tag) => [tag, []])),
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
};
