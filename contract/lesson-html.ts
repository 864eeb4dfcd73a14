/**
 * Maps each HTML tag that is allowed in a lesson to its allowed attributes. The server uses this list to sanitise a
 * lesson on import, and the page uses it again before display.
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
