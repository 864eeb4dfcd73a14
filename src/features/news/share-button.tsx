import { Trans, useLingui } from '@lingui/react/macro';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import type { ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

export interface Shared {
  title: string;
  text: string;
  /** Path inside the app. */
  path: string;
}

const wasLeft = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Opens the device's share sheet, or copies the link without one. */
export function ShareButton({ title, text, path }: Shared): ReactElement {
  const { t } = useLingui();
  const share = async (): Promise<void> => {
    const url = location.origin + path;
    const data = { title, text, url };
    try {
      if (typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true)) {
        await navigator.share(data);
        return;
      }
      await navigator.clipboard.writeText(url);
      toast(t`Link copied`, { tone: 'ok' });
    } catch (error) {
      if (!wasLeft(error)) toast(t`Copy error`, { tone: 'error' });
    }
  };
  return (
    <Button variant="soft" icon={<IconShare aria-hidden="true" />} onPress={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  );
}
