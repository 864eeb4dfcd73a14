/**
 * Props of a button that does nothing at the moment, such as the button to the next row when the last row is shown.
 * Unlike a disabled button, it keeps the focus that it has.
 */
export const inertButton = { 'aria-disabled': true, 'data-disabled': true } as const;
