const plain = `section div p span h1 h2 h3 h4 h5 h6 ul li dl dt dd blockquote figure figcaption aside strong b em i u s
  small sub sup mark q cite code pre kbd var abbr ruby rt rp hr br wbr table caption thead tbody tfoot tr`.split(/\s+/);
const maths = `math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr
  mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts`.split(/\s+/);

const everywhere = ['id', 'lang', 'dir'];

/**
 * Allowed HTML of a book chapter: tag -> attributes. The server sanitises on import and the page on display by this
 * list.
 */
export const bookTags: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...plain, ...maths].map((tag) => [tag, everywhere])),
  math: [...everywhere, 'display'],
  mo: ['stretchy', 'fence', 'separator'],
  mi: ['mathvariant'],
  a: [...everywhere, 'href', 'title'],
  img: [...everywhere, 'data-picture', 'alt', 'width', 'height'],
  ol: [...everywhere, 'start', 'type'],
  li: [...everywhere, 'value'],
  th: [...everywhere, 'colspan', 'rowspan'],
  td: [...everywhere, 'colspan', 'rowspan'],
};
