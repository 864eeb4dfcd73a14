import { Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatBytes } from '../../lib/intl-formats.ts';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { LoadingPart, EmptyState, Skeleton } from '../../ui/states.tsx';
import {
  reconcileDownloadList,
  dismissFreedSpace,
  pauseFiles,
  removeFiles,
  resumeFiles,
  startWaitingDownloads,
} from './actions.ts';
import { BundleRow } from './bundle-row.tsx';
import { DataFigures } from './data-figures.tsx';
import { downloadedBooks, readDownloadList, type DownloadList } from './queries.ts';
import { StorageFigures } from './storage-figures.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { withDevice } from '../../db/schema/with-device.ts';
import { saveDeviceValue, savedDeviceValue } from '../../db/schema/device.ts';
import { readConnection } from '../../lib/connection.ts';
import { Switch } from '../../ui/switch.tsx';

const isWifiOnly = (): Promise<boolean> =>
  withDevice(async (device) => (await savedDeviceValue(device, 'wifi_only')) ?? false);

async function setWifiOnly(value: boolean): Promise<void> {
  await withDevice((device) => saveDeviceValue(device, 'wifi_only', value));
  if (!value) startWaitingDownloads();
}

/** The switch "Wi-Fi only". It is rendered only if the browser can distinguish Wi-Fi from mobile data. */
function WifiOnly(): ReactElement | null {
  const value = useLiveQuery(async () => isWifiOnly());
  if (!readConnection().isKnown) return null;
  if (value === undefined) return <LoadingPart />;
  return (
    <Switch isOn={value} onChange={(next) => void setWifiOnly(next)}>
      <Trans>Download over Wi-Fi only</Trans>
    </Switch>
  );
}

/** Shows how much the app has deleted because the disk was full. */
function FreedSpaceNotice({ list: { room_made } }: { list: DownloadList }): ReactElement | null {
  const store = useStore();
  if (!room_made) return null;
  const size = formatBytes(room_made.bytes);
  return (
    <Banner
      tone="wait"
      role="status"
      title={<Trans>Storage was full</Trans>}
      onClose={() => void dismissFreedSpace(store)}
    >
      <Trans>
        {size} freed by removing automatic downloads and files of lessons you have done. Your work and texts are safe.
      </Trans>
    </Banner>
  );
}

function BulkActions({ list: { bundles, finished } }: { list: DownloadList }): ReactElement {
  const store = useStore();
  const hashesIn = (...states: string[]) =>
    bundles.filter(({ state }) => states.includes(state)).flatMap(({ hashes }) => hashes);
  const activeHashes = hashesIn('queued', 'downloading');
  const stoppedHashes = hashesIn('paused', 'failed');
  return (
    <ButtonRow>
      {activeHashes.length > 0 && (
        <Button small variant="soft" onPress={() => void pauseFiles(store, activeHashes)}>
          <Trans>Pause all</Trans>
        </Button>
      )}
      {stoppedHashes.length > 0 && (
        <Button small variant="soft" onPress={() => void resumeFiles(store, stoppedHashes)}>
          <Trans>Resume all</Trans>
        </Button>
      )}
      {finished.length > 0 && (
        <Button
          small
          variant="ghost"
          onPress={() =>
            void removeFiles(
              store,
              finished.flatMap(({ hashes }) => hashes),
            )
          }
        >
          <Trans>Remove lessons done over 30 days ago</Trans>
        </Button>
      )}
    </ButtonRow>
  );
}

function Files({ list }: { list: DownloadList }): ReactElement {
  const { t } = useLingui();
  const total = formatBytes(list.got);
  if (list.bundles.length === 0) {
    return (
      <EmptyState
        icon={<IconDownload aria-hidden="true" />}
        action={
          <LinkButton to="/lessons">
            <Trans>All lessons</Trans>
          </LinkButton>
        }
      >
        <Trans>No videos or audio downloaded yet. Texts are always here.</Trans>
      </EmptyState>
    );
  }
  return (
    <Section title={<Trans>Files</Trans>} end={total}>
      <Stack gap="s">
        <small>
          <Trans>Files download while Haversack is open.</Trans>
        </small>
        <BulkActions list={list} />
        <List aria-label={t`Files`}>
          {list.bundles.map((bundle) => (
            <BundleRow key={bundle.lesson_id} bundle={bundle} />
          ))}
        </List>
      </Stack>
    </Section>
  );
}

function Books(): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const books = useLiveQuery(async () => downloadedBooks(db), [db]);
  if (!books) return <LoadingPart />;
  if (books.length === 0) return null;
  return (
    <Section title={<Trans>Books</Trans>} end={formatBytes(books.reduce((sum, { bytes }) => sum + bytes, 0))}>
      <List aria-label={t`Books`}>
        {books.map(({ id, title, language, bytes }) => (
          <RowLink
            key={id}
            to="/books/$bookId"
            params={{ bookId: id }}
            leading={<IconBook aria-hidden="true" />}
            title={<span lang={language}>{title}</span>}
            wrapTitle
            subtitle={formatBytes(bytes)}
          />
        ))}
      </List>
    </Section>
  );
}

/** /downloads: videos, audio and books on this device, largest first, with storage and data usage. */
export function DownloadsScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const list = useLiveQuery(async () => readDownloadList(store.db, store.now()), [store]);
  useEffect(() => {
    reconcileDownloadList(store).catch((error: unknown) => log.warn('the downloads were not checked', error));
  }, [store]);
  return (
    <Screen title={t`Downloads`} back={<BackLink to="/lessons">{t`Lessons`}</BackLink>} narrow>
      <Stack gap="l">
        {!list && <Skeleton />}
        {list && <FreedSpaceNotice list={list} />}
        {list && <Files list={list} />}
        <Books />
        <WifiOnly />
        {list && <StorageFigures got={list.got} />}
        <DataFigures />
      </Stack>
    </Screen>
  );
}
