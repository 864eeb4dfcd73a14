import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { releases, releasesSince } from './releases.ts';
import { markNotesRead } from './seen-release.ts';
import styles from './release.module.css';

/**
 * The notes of the versions that are new on this device, or of the current version if all notes have been read. The
 * notes of earlier versions are shown on request.
 */
export function WhatsNewSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { _ } = useI18n();
  const { t } = useLingui();
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isMounted = true;
    const show = (newCount: number): void => {
      if (isMounted) setCount(Math.max(1, newCount));
    };
    markNotesRead().then(
      (seen) => show(releasesSince(seen).length),
      () => show(1),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <Sheet isOpen onClose={onClose} title={t`What's new`} textLabel={t`What's new`}>
      {count === null ? (
        <Skeleton leading="none" />
      ) : (
        <Stack gap="m">
          {releases.slice(0, count).map(({ version, notes }) => (
            <Section key={version} level={3} title={<Trans>Version {version}</Trans>}>
              <ul className={styles.notes}>
                {notes.map((note) => (
                  <li key={note.id}>{_(note)}</li>
                ))}
              </ul>
            </Section>
          ))}
          {count < releases.length && (
            <Button variant="ghost" onPress={() => setCount(releases.length)}>
              <Trans>Earlier versions</Trans>
            </Button>
          )}
        </Stack>
      )}
    </Sheet>
  );
}
