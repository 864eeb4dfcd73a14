import { type ReactElement, type ReactNode, useState } from 'react';
import { applyUpdate } from '../../bridge/update.ts';
import { Button } from '../../ui/button.tsx';

/**
 * The button that activates a new version of the app. It stays pending until the page reloads, which can take seconds.
 */
export function UpdateButton({ children }: { children: ReactNode }): ReactElement {
  const [isApplying, setApplying] = useState(false);
  const activate = (): void => {
    setApplying(true);
    applyUpdate();
  };
  return (
    <Button small variant="soft" isPending={isApplying} onPress={activate}>
      {children}
    </Button>
  );
}
