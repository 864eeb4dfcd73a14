/** A temporary message at the bottom of the screen. */
export type Toast = {
  id: number;
  message: string;
  tone: 'neutral' | 'ok' | 'wait' | 'error';
  action?: { label: string; onPress: () => void };
  /** How many ms the toast stays; null if it stays until dismissed. */
  stays: number | null;
};

export type ToastOptions = {
  tone?: Toast['tone'];
  action?: Toast['action'];
  stays?: number | null;
  /** From `reserveToast`. */
  id?: number;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
let shownId = 0;
const watchers = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of watchers) notify();
}

/**
 * Reserves the place of a message whose text is not known yet: it is not shown over the message of something done
 * later.
 */
export function reserveToast(): number {
  lastId += 1;
  return lastId;
}

/** Shows a message instead of any earlier one and returns its id. An error stays until it is dismissed or replaced. */
export function toast(
  message: string,
  { tone = 'neutral', action, stays, id = reserveToast() }: ToastOptions = {},
): number {
  if (id < shownId) return id;
  shownId = id;
  const usual = tone === 'error' ? null : action ? 8000 : 5000;
  const added: Toast = {
    id,
    message,
    tone,
    stays: stays === undefined ? usual : stays,
    ...(action && { action }),
  };
  change([added]);
  return id;
}

/** Removes one toast, or all without an id. */
export function dismissToast(id?: number): void {
  change(id === undefined ? [] : toasts.filter((old) => old.id !== id));
}

/** Subscribes to changes of the toasts, for the Toaster. Returns the unsubscribe function. */
export function watchToasts(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Returns the current toasts, for the Toaster. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}
