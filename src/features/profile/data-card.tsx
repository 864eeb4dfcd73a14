import { Trans, useLingui } from '@lingui/react/macro';
import IconFileExport from '@tabler/icons-react/dist/esm/icons/IconFileExport.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { type VideoHeight, videoHeights, DEFAULT_VIDEO_HEIGHT } from '../../../contract/video-heights.ts';
import { sync } from '../../bridge/sync.ts';
import { saveFile } from '../../components/media/save-file.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { withDevice } from '../../db/schema/with-device.ts';
import { type DeviceValues, saveDeviceValue, savedDeviceValue } from '../../db/schema/device.ts';
import { readOwnDataParts } from '../../db/queries/own-data.ts';
import { log } from '../../lib/log.ts';
import { readConnection } from '../../lib/connection.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';

type ChoiceName = 'data_saver' | 'film_quality' | 'wifi_only' | 'auto_download';
type Choices = Pick<DeviceValues, ChoiceName>;

const savedChoices = (): Promise<Choices> =>
  withDevice(async (device) => ({
    data_saver: (await savedDeviceValue(device, 'data_saver')) ?? false,
    film_quality: (await savedDeviceValue(device, 'film_quality')) ?? DEFAULT_VIDEO_HEIGHT,
    wifi_only: (await savedDeviceValue(device, 'wifi_only')) ?? false,
    auto_download: (await savedDeviceValue(device, 'auto_download')) ?? false,
  }));

async function choose<K extends ChoiceName>(name: K, value: DeviceValues[K]): Promise<void> {
  await withDevice((device) => saveDeviceValue(device, name, value));
  // Turning on `auto_download`, or turning off a setting that restricts downloads, may let waiting downloads start.
  if (value !== (name === 'auto_download')) return;
  void sync.download().catch((error: unknown) => log.warn('downloads', error));
}

interface VideoQualityProps {
  value: VideoHeight;
  onChange: (value: VideoHeight) => void;
}

/** Selects the quality of downloaded videos; each option has a description. */
function VideoQuality({ value, onChange }: VideoQualityProps): ReactElement {
  const { t } = useLingui();
  const qualityLabels = {
    360: { title: t`Low, 360p`, subtitle: t`For slow or expensive connections` },
    540: { title: t`Medium, 540p`, subtitle: t`Good for a phone screen` },
    720: { title: t`High, 720p`, subtitle: t`Best on Wi-Fi` },
  };
  const choose = (chosen: string): void => {
    const height = videoHeights.find((videoHeight) => String(videoHeight) === chosen);
    if (height !== undefined) onChange(height);
  };
  return (
    <RadioCards
      label={t`Video quality`}
      description={t`Existing downloads stay as they are. Data saver always uses the lowest quality.`}
      options={videoHeights.map((height) => ({ value: String(height), ...qualityLabels[height] }))}
      value={String(value)}
      onChange={choose}
    />
  );
}

/** The download settings of this device, which apply to all its users. */
export function DataCard(): ReactElement | null {
  const { t } = useLingui();
  const choices = useLiveQuery(async () => savedChoices());
  if (!choices) return null;
  const set =
    <K extends ChoiceName>(name: K) =>
    (value: DeviceValues[K]): void => {
      choose(name, value).catch((error: unknown) => {
        log.warn('a choice was not kept', error);
        toast(t`An error occurred`, { tone: 'error' });
      });
    };
  return (
    <Card>
      <div className={styles.form}>
        <Switch isOn={choices.data_saver} onChange={set('data_saver')}>
          <Trans>Data saver: fewer and smaller files</Trans>
        </Switch>
        <VideoQuality value={choices.film_quality} onChange={set('film_quality')} />
        {/* The switch is absent if the browser cannot distinguish Wi-Fi from mobile data: it would have no effect. */}
        {readConnection().isKnown && (
          <Switch isOn={choices.wifi_only} onChange={set('wifi_only')}>
            <Trans>Videos and audio over Wi-Fi only</Trans>
          </Switch>
        )}
        <Switch isOn={choices.auto_download} onChange={set('auto_download')}>
          <Trans>Download next lessons automatically</Trans>
        </Switch>
        <small>
          <Trans>Applies to this device only.</Trans>
        </small>
      </div>
    </Card>
  );
}

/** Exports the user's data on this device as a file. The file is created on the device, so this works offline. */
export function ExportCard(): ReactElement {
  const { t } = useLingui();
  const { db, actor, now } = useStore();
  const [isBusy, setBusy] = useState(false);
  const exportData = async (): Promise<void> => {
    setBusy(true);
    try {
      const at = iso(now());
      saveFile(`haversack-${at.slice(0, 10)}.json`, 'application/json', await readOwnDataParts(db, actor.user_id, at));
    } catch (error) {
      log.warn('the data was not exported', error);
      toast(t`An error occurred`, { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <div className={styles.form}>
        <p>
          <Trans>
            One file with your profile, contacts, requests, progress and unsent changes. It is not encrypted, so keep it
            safe.
          </Trans>
        </p>
        <div>
          <Button
            variant="soft"
            icon={<IconFileExport aria-hidden="true" />}
            isPending={isBusy}
            writes
            onPress={() => void exportData()}
          >
            <Trans>Export my data</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
}
