/** Name of each language in that language. */
export const languageNames = { ru: 'Русский', en: 'English', de: 'Deutsch' };
