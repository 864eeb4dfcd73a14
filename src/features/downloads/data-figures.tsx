import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { CSSProperties, ReactElement } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { withDevice } from '../../db/schema/with-device.ts';
import { savedDataUsage } from '../../db/storage/data-usage.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import styles from './downloads.module.css';
import { BarLegend } from './storage-figures.tsx';

/** Shows how much data the app has received in the last 30 days, by type and day. */
export function DataFigures(): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const usage = useLiveQuery(async () => withDevice((device) => savedDataUsage(device, store.now())), [store]);
  if (!usage) return <LoadingPart />;
  if (usage.total === 0) return null;
  const { kinds, total, days } = usage;
  const max = Math.max(...days.map(({ bytes }) => bytes));
  const [sum, today] = [total, days.at(-1)?.bytes ?? 0].map(formatBytes);
  const figures = [
    { key: 'films', name: t`Lesson videos and audio`, bytes: kinds.films },
    { key: 'pictures', name: t`Pictures`, bytes: kinds.pictures },
    { key: 'books', name: t`Books`, bytes: kinds.books },
    { key: 'data', name: t`Texts, contacts and tasks`, bytes: kinds.data },
    { key: 'app', name: t`App files`, bytes: kinds.app },
  ];
  return (
    <Section title={<Trans>Data used in the last 30 days</Trans>} end={sum}>
      <Card>
        <Stack gap="s">
          <div className={styles.days} aria-hidden="true">
            {days.map(({ day, bytes }) => (
              <span key={day} style={{ '--part': `${(100 * bytes) / max}%` } as CSSProperties} />
            ))}
          </div>
          <span>
            <Trans>{today} received today.</Trans>
          </span>
          <BarLegend figures={figures} />
          <small>
            <Trans>Measured on this device. The size of the app when it was installed is not included.</Trans>
          </small>
        </Stack>
      </Card>
    </Section>
  );
}
