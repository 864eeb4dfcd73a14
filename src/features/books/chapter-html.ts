import DOMPurify from 'dompurify';
import { bookTags } from '../../../contract/book-html.ts';

/** Elements that count as blocks of a reading position. Only their order matters, not their type. */
const BLOCKS = 'h1,h2,h3,h4,h5,h6,p,li,dt,dd,pre,table,figure,img,hr,math';

export const blockElementsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(BLOCKS)];

/**
 * Returns a sanitised chapter whose images have local URLs. The server sanitises too; this is a second line of defence.
 */
export function chapterFragment(html: string, pictures: readonly string[]): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: Object.keys(bookTags),
    ALLOWED_ATTR: [...new Set(Object.values(bookTags).flat())],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const image of fragment.querySelectorAll('img')) {
    const url = pictures[Number(image.dataset['picture'])];
    if (url === undefined) image.remove();
    else image.src = url;
  }
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('https:')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    } else if (!/^(#\d+\/|mailto:)/.test(href)) {
      // Only links within the book, https links and email addresses stay; any other link could open a screen of the app
      // or send a referrer.
      link.removeAttribute('href');
    }
  }
  return fragment;
}
