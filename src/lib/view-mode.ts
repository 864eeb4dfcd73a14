// [Note: View mode] While a manager sees the app as someone else, this page shows the same screens with an in-memory
// database. The screens need no code for this; only the few functions that write, save files or format amounts check
// isViewing.

let notifyRefused: (() => void) | null = null;

/**
 * Starts or ends the view mode of this page. `onRefused` shows the user that an action is not possible in a view; null
 * ends the view mode.
 */
export function setViewMode(onRefused: (() => void) | null): void {
  notifyRefused = onRefused;
}

export const isViewing = (): boolean => notifyRefused !== null;

/**
 * Returns whether this page is in view mode, so that the action must be refused. If so, also shows the user that it is
 * not possible.
 */
export function refuseInView(): boolean {
  notifyRefused?.();
  return notifyRefused !== null;
}
