import { Trans } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import type { ReactElement } from 'react';
import { useCopy } from '../../hooks/use-copy.ts';
import { Button } from '../../ui/button.tsx';

/** A button that copies text to the clipboard, and reports if the browser refuses. */
export function CopyButton({ text }: { text: string }): ReactElement {
  const copy = useCopy();
  return (
    <Button variant="soft" icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(text)}>
      <Trans>Copy</Trans>
    </Button>
  );
}
