import { log } from './log.ts';

/**
 * The browser's queue of files that are opened with the installed app, reduced to the parts used here. TypeScript has
 * no types for it yet.
 */
interface LaunchQueue {
  setConsumer(receive: (launch: { files?: readonly Pick<FileSystemFileHandle, 'getFile'>[] }) => void): void;
}

/**
 * Calls `open` with the files that the user opens with the installed app, for example from the device's file manager;
 * also with those that the browser has queued before this call. Returns a function that ends the subscription.
 */
export function onLaunchedFiles(open: (files: readonly File[]) => void): () => void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  let isSubscribed = true;
  const read = async (handles: readonly Pick<FileSystemFileHandle, 'getFile'>[]): Promise<void> => {
    const files = await Promise.all(handles.map((handle) => handle.getFile()));
    if (isSubscribed) open(files);
  };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (isSubscribed && files.length > 0)
      read(files).catch((error: unknown) => log.warn('an opened file could not be read', error));
  });
  return () => {
    isSubscribed = false;
  };
}
