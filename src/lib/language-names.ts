/** Name of each language in that language. */
export const nativeLanguageNames = { ru: 'Русский', en: 'English', de: 'Deutsch' };
