const plainTags =
  `section div p span h1 h2 h3 h4 h5 h6 ul li dl dt dd blockquote figure figcaption aside strong b em i u s
  small sub sup mark q cite code pre kbd var abbr ruby rt rp hr br wbr table caption thead tbody tfoot tr`.split(/\s+/);
const mathTags =
  `math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr
  mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts`.split(/\s+/);

const commonAttributes = ['id', 'lang', 'dir'];

/**
 * Maps each HTML tag that is allowed in a book chapter to its allowed attributes. The server uses this list to sanitise
 * a book on import, and the page uses it again before display.
 */
export const bookTags: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...plainTags, ...mathTags].map((tag) => [tag, commonAttributes])),
  math: [...commonAttributes, 'display'],
  mo: ['stretchy', 'fence', 'separator'],
  mi: ['mathvariant'],
  a: [...commonAttributes, 'href', 'title'],
  img: [...commonAttributes, 'data-picture', 'alt', 'width', 'height'],
  ol: [...commonAttributes, 'start', 'type'],
  li: [...commonAttributes, 'value'],
  th: [...commonAttributes, 'colspan', 'rowspan'],
  td: [...commonAttributes, 'colspan', 'rowspan'],
};
