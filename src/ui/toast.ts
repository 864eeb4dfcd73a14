import type { MessageDescriptor } from '@lingui/core';

export type ToastAction = {
  label: string;
  onPress: () => void;
  /** Whether the action undoes what the toast reports, so that Ctrl+Z runs it. */
  isUndo?: boolean;
};

/** A temporary message at the bottom of the screen. */
export type Toast = {
  id: number;
  /** A descriptor is shown in the current language, also if that changes while the toast is shown. */
  message: string | MessageDescriptor;
  tone: 'neutral' | 'ok' | 'wait' | 'error';
  action?: ToastAction;
  /** A second action. */
  more?: ToastAction;
  /** Time in ms for which the toast is shown; null if it is shown until dismissed. */
  stays: number | null;
};

export type ToastOptions = {
  tone?: Toast['tone'];
  action?: ToastAction | undefined;
  more?: ToastAction | undefined;
  stays?: number | null;
  /** The id returned by `reserveToast`. */
  id?: number;
};

let shown: Toast | null = null;
let lastId = 0;
let newestId = 0;
const watchers = new Set<() => void>();

function change(next: Toast | null): void {
  shown = next;
  for (const notify of watchers) notify();
}

/**
 * Returns an id for a toast whose text is not known yet. If a later action shows a toast first, the toast with this id
 * will not replace it.
 */
export function reserveToast(): number {
  lastId += 1;
  return lastId;
}

/**
 * Shows a toast in place of the current one, and returns its id. An error is shown until it is dismissed or replaced.
 */
export function toast(
  message: Toast['message'],
  { tone = 'neutral', action, more, stays, id = reserveToast() }: ToastOptions = {},
): number {
  if (id < newestId) return id;
  newestId = id;
  const defaultDuration = tone === 'error' ? null : action ? 8000 : 5000;
  change({
    id,
    message,
    tone,
    stays: stays === undefined ? defaultDuration : stays,
    ...(action && { action }),
    ...(more && { more }),
  });
  return id;
}

/** Removes the toast with this id if it is still shown. Without an id, removes any toast. */
export function dismissToast(id?: number): void {
  if (id === undefined || shown?.id === id) change(null);
}

/** Runs the action of the shown toast, as a press on its button does. */
export function runToastAction(): void {
  const action = shown?.action;
  dismissToast();
  action?.onPress();
}

/** Subscribes to changes of the toast. Used by the Toaster. Returns the unsubscribe function. */
export function watchToast(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Returns the toast that is shown, or null. Used by the Toaster. */
export function currentToast(): Toast | null {
  return shown;
}
