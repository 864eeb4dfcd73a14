/** Replaces a part of index.html. Throws if the page does not contain it. */
export function replaceInPage(page: string, part: string, replacement: string): string {
  if (!page.includes(part)) throw new Error(`index.html has no ${part}`);
  // In a replacement that is a string, `$` would have a meaning.
  return page.replace(part, () => replacement);
}
