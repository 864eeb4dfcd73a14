import { type ReactElement, type ReactNode, useState } from 'react';
import { applyUpdate } from '../../bridge/update.ts';
import { Button } from '../../ui/button.tsx';

/** Applies the waiting version. Stays busy until the page reloads, which can take seconds. */
export function UpdateButton({ children }: { children: ReactNode }): ReactElement {
  const [isApplying, setApplying] = useState(false);
  const take = (): void => {
    setApplying(true);
    applyUpdate();
  };
  return (
    <Button small variant="soft" isPending={isApplying} onPress={take}>
      {children}
    </Button>
  );
}
