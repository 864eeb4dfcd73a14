import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import type { ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Copies text to the clipboard, and reports it if the browser refuses. */
export function CopyButton({ text }: { text: string }): ReactElement {
  const { t } = useLingui();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t`Copied`, { tone: 'ok' });
    } catch {
      toast(t`This browser does not allow copying. Select the text and copy it manually.`, { tone: 'error' });
    }
  };
  return (
    <Button variant="soft" icon={<IconCopy aria-hidden="true" />} onPress={() => void copy()}>
      <Trans>Copy</Trans>
    </Button>
  );
}
