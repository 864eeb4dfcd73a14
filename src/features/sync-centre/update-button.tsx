import { type ReactElement, type ReactNode, useState } from 'react';
import { applyUpdate } from '../../bridge/update.ts';
import { Button } from '../../ui/button.tsx';

/** Takes the version that waits. It is busy until the page loads again, which takes some seconds at times. */
export function UpdateButton({ children }: { children: ReactNode }): ReactElement {
  const [isTaking, setTaking] = useState(false);
  const take = (): void => {
    setTaking(true);
    applyUpdate();
  };
  return (
    <Button small variant="soft" isPending={isTaking} onPress={take}>
      {children}
    </Button>
  );
}
