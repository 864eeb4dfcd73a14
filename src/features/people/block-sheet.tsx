import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './people.module.css';
import type { StepSheetProps } from './step-sheets.tsx';

/** The sheet that blocks or unblocks a person. It needs a connection, since blocking must take effect at once. */
export function BlockSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const { id, is_blocked } = person;
  const name = personName(person);
  const save = async (): Promise<void> => {
    const done = is_blocked ? t`${name} can log in again` : t`${name} is blocked`;
    if (await run(() => sync.account('blockPerson', id, !is_blocked), done)) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={is_blocked ? t`Unblock ${name}?` : t`Block ${name}?`}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={is_blocked ? 'primary' : 'danger'} isPending={isPending} writes onPress={() => void save()}>
            {is_blocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          {is_blocked ? (
            <Trans>
              Their devices unlock within a minute of going online. After a new login they send what they kept.
            </Trans>
          ) : (
            <Trans>Their devices lock within a minute of going online and keep unsent changes.</Trans>
          )}
        </p>
        {error && <ErrorNotice error={error} />}
      </div>
    </Sheet>
  );
}
