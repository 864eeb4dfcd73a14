import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type CSSProperties, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { protectStorage } from '../../components/app/protect-storage.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { readSpace, type StorageSpace } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import styles from './downloads.module.css';
import { savedStorageParts } from './queries.ts';

export interface StorageFigure {
  key: string;
  name: ReactNode;
  bytes: number;
}

function Bar({ figures, whole }: { figures: readonly StorageFigure[]; whole: number }): ReactElement {
  return (
    <div className={styles.bar} aria-hidden="true">
      {figures.map(({ key, bytes }) => (
        <span key={key} style={{ '--part': `${(100 * bytes) / Math.max(whole, 1)}%` } as CSSProperties} />
      ))}
    </div>
  );
}

/** The legend of a storage bar, with the name and size of each segment. */
export function BarLegend({ figures }: { figures: readonly StorageFigure[] }): ReactElement {
  return (
    <dl className={styles.segments}>
      {figures.map(({ key, name, bytes }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{formatBytes(bytes)}</dd>
        </div>
      ))}
    </dl>
  );
}

function FreeSpace({ used, quota }: { used: number; quota: number }): ReactElement {
  const [usedText, whole, free] = [used, quota, Math.max(0, quota - used)].map(formatBytes);
  return (
    <span>
      <Trans>
        {usedText} of {whole} used, {free} free.
      </Trans>
    </span>
  );
}

/** Shows only the used storage, because the browser does not reveal the quota. */
function UsedSpace({ used }: { used: number }): ReactElement {
  const usedText = formatBytes(used);
  return <Trans>{usedText} used.</Trans>;
}

function Protection({
  space,
  onPermissionAsked,
}: {
  space: StorageSpace;
  onPermissionAsked: () => void;
}): ReactElement {
  const { db } = useStore();
  if (space.isProtected) {
    return (
      <small>
        <Trans>Protected: the browser will not delete this automatically.</Trans>
      </small>
    );
  }
  return (
    <>
      <small>
        <Trans>Not protected: the browser may delete this when storage runs low.</Trans>
      </small>
      <div>
        <Button small variant="soft" onPress={() => void protectStorage(db).then(onPermissionAsked)}>
          <Trans>Protect</Trans>
        </Button>
      </div>
    </>
  );
}

/** Shows the used and free storage of this device. `got` is the number of bytes of downloaded files. */
export function StorageFigures({ got }: { got: number }): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const [space, setSpace] = useState<StorageSpace | null>(null);
  const read = (): void => void readSpace().then(setSpace);
  useEffect(read, [got]);
  const parts = useLiveQuery(async () => savedStorageParts(db, got), [db, got]);
  if (!space || !parts) return <LoadingPart />;
  const { used, quota } = space;
  const knownBytes = parts.lessons + parts.pictures + parts.books + parts.waiting;
  const sum = formatBytes(knownBytes);
  const figures = [
    { key: 'lessons', name: t`Lesson videos and audio`, bytes: parts.lessons },
    { key: 'pictures', name: t`Pictures`, bytes: parts.pictures },
    { key: 'books', name: t`Books`, bytes: parts.books },
    { key: 'waiting', name: t`Contact photos and unsent photos`, bytes: parts.waiting },
    ...(used === null
      ? []
      : [{ key: 'rest', name: t`Texts, contacts, tasks and the app itself`, bytes: Math.max(0, used - knownBytes) }]),
  ];
  return (
    <Section title={<Trans>Storage</Trans>}>
      <Stack>
        {space.isScarce && (
          <Banner tone="need" title={<Trans>Storage almost full</Trans>}>
            <Trans>Remove downloads you do not need, so that new work has room.</Trans>
          </Banner>
        )}
        <Card>
          <Stack gap="s">
            {used !== null && !quota ? (
              <UsedSpace used={used} />
            ) : used === null || !quota ? (
              <Trans>This browser does not report storage use. Known so far: {sum}.</Trans>
            ) : (
              <FreeSpace used={used} quota={quota} />
            )}
            <Bar figures={figures} whole={Math.max(used ?? 0, knownBytes)} />
            <BarLegend figures={figures} />
            <Protection space={space} onPermissionAsked={read} />
          </Stack>
        </Card>
      </Stack>
    </Section>
  );
}
