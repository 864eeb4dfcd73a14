import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { taskTypes } from '../../../../contract/values.ts';
import { taskTypeLabels } from '../../../components/task/task-labels.ts';
import { TextButton } from '../../../ui/button.tsx';
import { ChipChecks } from '../../../ui/chips.tsx';
import styles from './calendar.module.css';
import { type TaskKinds, toggleType } from './kinds.ts';

const COMPLETED = 'completed';

export interface KindChipsProps {
  kinds: TaskKinds;
  /** Number of tasks on the shown days that the chips hide. */
  hidden: number;
  onChange: (change: { types?: string | undefined; done?: 'hide' | undefined }) => void;
}

/** Chips that choose the kinds of tasks to show. They are also the legend of the colours. */
export function KindChips({ kinds, hidden, onChange }: KindChipsProps): ReactElement {
  const { t } = useLingui();
  const { types, hidesCompleted } = kinds;
  const toggle = (key: string): void => {
    const type = taskTypes.find((each) => each === key);
    onChange(type ? { types: toggleType(kinds, type) } : { done: hidesCompleted ? undefined : 'hide' });
  };
  return (
    <div className={styles.kinds}>
      <ChipChecks
        aria-label={t`Types of tasks`}
        chips={[
          ...taskTypes.map((type) => ({
            key: type,
            label: t(taskTypeLabels[type]),
            icon: <span className={styles.sample} data-type={type} />,
          })),
          { key: COMPLETED, label: t`Hide completed` },
        ]}
        values={hidesCompleted ? [...types, COMPLETED] : types}
        onToggle={toggle}
      />
      <small role="status">
        {hidden > 0 && (
          <>
            <Plural value={hidden} one="# task hidden" other="# tasks hidden" />{' '}
            <TextButton onPress={() => onChange({ types: undefined, done: undefined })}>
              <Trans>Show all</Trans>
            </TextButton>
          </>
        )}
      </small>
    </div>
  );
}
