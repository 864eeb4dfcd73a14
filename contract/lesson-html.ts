/**
 * What the HTML of a lesson may hold: tag -> attributes. Everything else is taken out when it is written (server) and
 * again where it is shown (page), by the same list.
 */
export const lessonTags: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries('h2 h3 h4 p ul li blockquote strong em code pre hr br'.split(' ').map((tag) => [tag, []])),
  ...Object.fromEntries('table thead tbody tr'.split(' ').map((tag) => [tag, []])),
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
};
