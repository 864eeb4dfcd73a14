import { useLingui } from '@lingui/react/macro';
import { toast } from '../ui/toast.ts';

interface CopyTexts {
  copied: string;
  failed: string;
}

/** Returns a function that copies a text to the clipboard and shows in a toast whether that succeeded. */
export function useCopy(texts: Partial<CopyTexts> = {}): (text: string) => Promise<void> {
  const { t } = useLingui();
  const { copied = t`Copied`, failed = t`This browser does not allow copying. Select the text and copy it manually.` } =
    texts;
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(copied, { tone: 'ok' });
    } catch {
      toast(failed, { tone: 'error' });
    }
  };
}
