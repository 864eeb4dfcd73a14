// [Note: View mode] While a manager sees the app as someone else, this page shows the same screens over a database in
// memory. The screens do not know this; the few mechanisms that write, save files or format amounts ask here.

let tell: (() => void) | null = null;

/**
 * Sets whether this page shows the app as someone else. `onRefused` tells the user that something is not possible there;
 * null ends the view.
 */
export function setViewMode(onRefused: (() => void) | null): void {
  tell = onRefused;
}

export const isViewing = (): boolean => tell !== null;

/** Whether this page is in a view, which refuses the action; tells the user so. */
export function refuseInView(): boolean {
  tell?.();
  return tell !== null;
}
