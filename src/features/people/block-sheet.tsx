import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { BlockConfirmation, UnblockExplanation } from '../../components/person/block-confirmation.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
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
    <BlockConfirmation
      name={name}
      isBlocked={is_blocked}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      <div className={styles.form}>
        <p>
          {is_blocked ? (
            <UnblockExplanation />
          ) : (
            <Trans>Their devices lock within a minute of going online and keep unsent changes.</Trans>
          )}
        </p>
        {error && <ErrorNotice error={error} />}
      </div>
    </BlockConfirmation>
  );
}
