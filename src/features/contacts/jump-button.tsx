import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import type { ContactQuery, InitialLetter } from '../../bridge/search-api.ts';
import { search } from '../../bridge/search.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { TextButton } from '../../ui/button.tsx';
import { PressButton } from '../../ui/press.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './contacts.module.css';

/** In a list with fewer contacts, scrolling is faster than choosing a letter. */
export const MIN_JUMP_ROWS = 30;

interface JumpProps {
  wanted: ContactQuery;
  /** Scrolls the list to a row. */
  onJump: (index: number) => void;
}

/** Opens a sheet with the initials of the contacts; choosing one scrolls the list to its first contact. */
export function JumpButton({ wanted, onJump }: JumpProps): ReactElement {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <TextButton onPress={() => setOpen(true)}>
        <Trans>A–Z</Trans>
      </TextButton>
      {isOpen && (
        <Sheet isOpen onClose={close} title={t`Jump to a name`}>
          <Letters
            wanted={wanted}
            onJump={(index) => {
              close();
              onJump(index);
            }}
          />
        </Sheet>
      )}
    </>
  );
}

function Letters({ wanted, onJump }: JumpProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const [initials, setInitials] = useState<readonly InitialLetter[] | null>();
  useEffect(() => {
    let isCurrent = true;
    void search.initials(actor.user_id, wanted).then((found) => {
      if (isCurrent) setInitials(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [actor.user_id, wanted]);
  if (initials === undefined) return <Skeleton rows={2} leading="none" />;
  if (initials === null)
    return (
      <p role="alert">
        <Trans>Search is not responding</Trans>
      </p>
    );
  return (
    <ul className={styles.letters} role="list" aria-label={t`Initials`}>
      {initials.map(({ letter, index }) => (
        <li key={letter}>
          <PressButton onPress={() => onJump(index)}>{letter}</PressButton>
        </li>
      ))}
    </ul>
  );
}
