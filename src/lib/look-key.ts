/** localStorage key of the last applied language, theme and text size. */
export const LOOK_KEY = 'haversack.look';
