import { Trans } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import type { ReactElement } from 'react';
import { useCopy } from '../../hooks/use-copy.ts';
import { Button } from '../../ui/button.tsx';

/** Copies text to the clipboard, and reports it if the browser refuses. */
export function CopyButton({ text }: { text: string }): ReactElement {
  const copy = useCopy();
  return (
    <Button variant="soft" icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(text)}>
      <Trans>Copy</Trans>
    </Button>
  );
}
