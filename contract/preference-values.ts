// The values of a user's preferences, which the app reads before anything else.

export const languages = ['ru', 'en', 'de'] as const;
export const themes = ['system', 'light', 'dark'] as const;
export const textSizes = ['s', 'm', 'l', 'xl'] as const;
