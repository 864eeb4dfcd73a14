// The choices of each person, which the app reads before anything else.

export const languages = ['ru', 'en', 'de'] as const;
export const themes = ['system', 'light', 'dark'] as const;
export const textSizes = ['s', 'm', 'l', 'xl'] as const;
