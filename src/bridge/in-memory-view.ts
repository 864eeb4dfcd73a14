import { openInMemoryView, type InMemoryView, type ViewAccess } from '../../workers/in-memory-view.ts';
import type { Failure } from './results.ts';
import { replaceSearch } from './search.ts';
import { replaceSync } from './sync.ts';

export interface OpenedView extends Pick<InMemoryView, 'ports' | 'sync'> {
  /** Ends the view. The page then uses its own sync and search again. */
  close: () => void;
}

/**
 * Opens the data of a view in the memory of this page, which syncs and searches it there. Meanwhile the user's own sync
 * and downloads are stopped. See: [Note: View mode]
 */
export async function openView(user_id: string, access: ViewAccess): Promise<{ ok: true; view: OpenedView } | Failure> {
  const opened = await openInMemoryView(access);
  if (!opened.ok) return opened;
  const { ports, sync, search, stop } = opened.view;
  const restoreSync = await replaceSync(sync);
  const restoreSearch = replaceSearch(user_id, search);
  const close = (): void => {
    stop();
    void sync.stop();
    restoreSearch();
    restoreSync();
  };
  return { ok: true, view: { ports, sync, close } };
}
