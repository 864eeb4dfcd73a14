/** A temporary message at the bottom of the screen. */
export type Toast = {
  id: number;
  message: string;
  tone: 'neutral' | 'ok' | 'wait' | 'error';
  action?: { label: string; onPress: () => void };
  /** How many ms the toast stays; null if it stays until dismissed. */
  stays: number | null;
};

export type ToastOptions = { tone?: Toast['tone']; action?: Toast['action']; stays?: number | null };

const MAX_TOASTS = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of watchers) notify();
}

/** Shows a message and returns its id. A repeated message is shown once; an error stays until dismissed. */
export function toast(message: string, { tone = 'neutral', action, stays }: ToastOptions = {}): number {
  lastId += 1;
  const usual = tone === 'error' ? null : action ? 8000 : 5000;
  const added: Toast = {
    id: lastId,
    message,
    tone,
    stays: stays === undefined ? usual : stays,
    ...(action && { action }),
  };
  change([...toasts.filter((old) => old.message !== message), added].slice(-MAX_TOASTS));
  return added.id;
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
