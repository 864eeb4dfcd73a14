/** Each language in its own words, whatever the page speaks. */
export const languageNames = { ru: 'Русский', en: 'English', de: 'Deutsch' };
