/** Returns the URL of the main script. It contains a hash, which changes with each build. */
export const buildOf = (page: Document): string => page.querySelector<HTMLLinkElement>('link[data-app]')?.href ?? '';
