import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { formatTime } from '../../lib/dates.ts';
import { TextButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './sync.module.css';

/** Beyond this a time is clearer than a countdown. */
const COUNTED_MS = 120_000;

/** Counts down to the automatic retry, with a button to retry now. `at` is the device's clock, ms. */
export function NextTry({ at, onTry }: { at: number; onTry: () => void }): ReactElement | null {
  const now = useNow('second');
  const left = at - now;
  if (left <= 0) return null;
  const seconds = Math.ceil(left / 1000);
  const time = formatTime(at);
  return (
    <p className={styles.small}>
      {left < COUNTED_MS ? (
        <Plural value={seconds} one="Next attempt in # second." other="Next attempt in # seconds." />
      ) : (
        <Trans>Next attempt at {time}.</Trans>
      )}{' '}
      <TextButton onPress={onTry}>
        <Trans>Try now</Trans>
      </TextButton>
    </p>
  );
}
