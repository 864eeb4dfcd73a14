import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { ComboField } from '../../ui/combo-field.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorNotice } from '../error/error-notice.tsx';
import type { BulkChange, BulkOutcome, BulkRun } from './bulk.ts';
import { BulkResults } from './bulk-results.tsx';
import styles from './bulk.module.css';

export interface BulkSheetProps {
  kind: BulkChange['kind'];
  /** Number of people to change. */
  count: number;
  /** The employees who can be assigned, or the known tags; undefined until they are read. */
  options: { value: string; label: string }[] | undefined;
  /**
   * Whether all people who match a filter are changed. Such a change needs the server, and the user can stop it and
   * continue it later.
   */
  isFilter?: boolean;
  run: (change: BulkChange, run: BulkRun) => Promise<BulkOutcome>;
  onClose: () => void;
}

interface BulkRunState {
  /** The results so far; undefined before the first run. */
  outcome: BulkOutcome | undefined;
  isBusy: boolean;
  /** Number of people processed so far. */
  processed: number;
  start: (change: BulkChange) => void;
  /** Ends the run before the next request. */
  stop: () => void;
}

/** Runs a bulk change. If a run over a filter ended early, it can be continued. */
function useBulkRun(run: BulkSheetProps['run']): BulkRunState {
  const runOnce = useSingleFlight();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState(0);
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // Closing the sheet ends the run.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const change = async (requested: BulkChange): Promise<void> => {
    // A new run replaces the results; a continued run adds to them.
    const after = outcome?.after ?? null;
    const before = after === null ? [] : (outcome?.results ?? []);
    const next = await run(requested, {
      after,
      onProgress: (count) => setProgress(before.length + count),
      isStopped: () => isStopped.current,
    });
    setOutcome({ ...next, results: [...before, ...next.results] });
  };
  const start = (requested: BulkChange): void => {
    isStopped.current = false;
    setBusy(true);
    void runOnce(() => change(requested)).finally(() => setBusy(false));
  };
  return { outcome, isBusy, processed: progress, start, stop };
}

/** The sheet that assigns or tags the selected people, and then shows the result for each of them. */
export function BulkSheet({ kind, count, options, isFilter = false, onClose, ...props }: BulkSheetProps): ReactElement {
  const { t } = useLingui();
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { outcome, isBusy, processed, start, stop } = useBulkRun(props.run);
  const run = (): void => {
    const name = options?.find((option) => option.value === value)?.label ?? '';
    setMissing(value === '');
    if (value !== '') start(kind === 'tag' ? { kind, tag: value } : { kind, to: { id: value, name } });
  };
  const changed = kind === 'tag' ? t`Tag added` : t({ message: 'Assigned', context: 'people after a bulk change' });
  const title = kind === 'tag' ? t`Add a tag` : t`Assign`;
  const hasResults = outcome !== undefined && (outcome.results.length > 0 || outcome.failure === null);
  const isPaused = outcome !== undefined && (outcome.failure !== null || outcome.after !== null);
  const footer =
    isBusy && isFilter ? (
      <Button variant="ghost" onPress={stop}>
        <Trans>Stop</Trans>
      </Button>
    ) : hasResults && !(isPaused && isFilter) ? (
      <Button onPress={onClose}>
        <Trans>Done</Trans>
      </Button>
    ) : (
      <Button isPending={isBusy} onPress={run}>
        {hasResults ? <Trans>Continue</Trans> : title}
      </Button>
    );
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={hasResults && !isBusy ? t`Result` : title}
      description={<Plural value={count} one="# person selected" other="# people selected" />}
      closesOnOutsidePress={!isBusy}
      footer={footer}
    >
      <div className={styles.results}>
        {outcome?.failure && !isBusy && (
          <ErrorNotice error={outcome.failure} text={{ codes: { limit_reached: msg`Too many people match` } }} />
        )}
        {isBusy && isFilter && <Progress processed={processed} count={count} />}
        {hasResults && !isBusy && <BulkResults results={outcome.results} changed={changed} />}
        {!hasResults && !(isBusy && isFilter) && (
          <Choice {...{ kind, options, value, isMissing }} onChange={setValue} isFilter={isFilter} />
        )}
      </div>
    </Sheet>
  );
}

function Progress({ processed, count }: { processed: number; count: number }): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <small role="status">
        <Trans>
          {processed} of {count}
        </Trans>
      </small>
      <ProgressBar aria-label={t`People changed`} value={processed / Math.max(1, count)} />
    </>
  );
}

interface ChoiceProps {
  kind: BulkChange['kind'];
  options: { value: string; label: string }[] | undefined;
  value: string;
  isMissing: boolean;
  isFilter: boolean;
  onChange: (value: string) => void;
}

/** The field for the employee or the tag. */
function Choice({ kind, options, value, isMissing, isFilter, onChange }: ChoiceProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <ComboField
        label={kind === 'tag' ? t`Tag` : t`Employee`}
        placeholder={t`Choose`}
        options={options ?? []}
        value={value}
        onChange={onChange}
        {...(isMissing && { errorMessage: kind === 'tag' ? t`Please, select tag` : t`Please, select employee` })}
      />
      {isFilter && (
        <small>
          <Trans>The server changes everyone who matches the filters. You need to be online.</Trans>
        </small>
      )}
      {options?.length === 0 && (
        <small>
          {kind === 'tag' ? (
            <Trans>Tags haven't synced to this device yet.</Trans>
          ) : (
            <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
          )}
        </small>
      )}
    </>
  );
}
