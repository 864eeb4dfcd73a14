import { useLingui } from '@lingui/react/macro';
import { useCopy } from './use-copy.ts';

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const canShare = (data: ShareData): boolean =>
  typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true);

/**
 * Returns a function that opens the device's share sheet. If the device has no share sheet, or sharing fails, copies
 * the link to the clipboard, or the text if there is no link.
 */
export function useShare(): (data: ShareData) => Promise<void> {
  const { t } = useLingui();
  const copyLink = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  const copyText = useCopy();
  return async (data) => {
    const copy = () => (data.url === undefined ? copyText(data.text ?? '') : copyLink(data.url));
    if (!canShare(data)) return copy();
    try {
      await navigator.share(data);
    } catch (error) {
      // The promise also rejects if the user closes the share sheet without sharing, which is not a failure.
      if (!isCancelled(error)) await copy();
    }
  };
}
