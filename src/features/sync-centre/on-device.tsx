import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Group } from '../../../contract/entities/define.ts';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { OfflineCopyCard } from './offline-copy-card.tsx';
import { savedCollections, type Collection, type CollectionGroup } from './collections.ts';
import styles from './sync.module.css';
import { collectionNames, groupNames } from './labels.ts';

function SyncAgain({ group, name }: { group: Group; name: string }): ReactElement {
  const { t } = useLingui();
  const [isPending, setPending] = useState(false);
  const syncAgain = async (): Promise<void> => {
    setPending(true);
    const done = await sync.refetch(group).catch(() => ({ ok: false }));
    setPending(false);
    if (done.ok) toast(t`Synced again`, { tone: 'ok' });
    else toast(t`You need to be online for this. Nothing here changes until then.`, { tone: 'wait' });
  };
  return (
    <Button
      small
      variant="ghost"
      isPending={isPending}
      aria-label={t`Sync again: ${name}`}
      onPress={() => void syncAgain()}
    >
      <Trans>Sync again</Trans>
    </Button>
  );
}

function CollectionRow({ collection, now }: { collection: Collection; now: number }): ReactElement {
  const { t, i18n } = useLingui();
  const { name, rows, changed_at } = collection;
  const changed = changed_at && formatRecent(changed_at, now);
  return (
    <div>
      <dt>
        {t(collectionNames[name])}
        {changed && (
          <small>
            <Trans>last change {changed}</Trans>
          </small>
        )}
      </dt>
      <dd>{i18n.number(rows)}</dd>
    </div>
  );
}

function GroupCard({ group, isComplete, collections }: CollectionGroup): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const name = t(groupNames[group]);
  return (
    <Card>
      <div className={styles.groupHead}>
        <h3>{name}</h3>
        <SyncAgain group={group} name={name} />
      </div>
      {!isComplete && (
        <p className={styles.small}>
          <Trans>Sync not finished yet.</Trans>
        </p>
      )}
      <dl className={styles.counts}>
        {collections.map((collection) => (
          <CollectionRow key={collection.name} collection={collection} now={now} />
        ))}
      </dl>
    </Card>
  );
}

/** Lists the collections on this device in sync order. */
export function DataOnDevice(): ReactElement | null {
  const { db, actor } = useStore();
  const groups = useLiveQuery(async () => savedCollections(db, actor.user_id), [db, actor.user_id]);
  if (!groups) return null;
  return (
    <Section title={<Trans>On this device</Trans>}>
      <Stack gap="s">
        <OfflineCopyCard />
        {groups.map((group) => (
          <GroupCard key={group.group} {...group} />
        ))}
      </Stack>
    </Section>
  );
}
