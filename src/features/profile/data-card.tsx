import { Trans, useLingui } from '@lingui/react/macro';
import IconFileExport from '@tabler/icons-react/dist/esm/icons/IconFileExport.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { saveFile } from '../../cards/save-file.ts';
import { useStore } from '../../cards/store-context.tsx';
import { withDevice } from '../../db/with-device.ts';
import { saveDevice, savedDevice } from '../../db/device.ts';
import { ownDataParts } from '../../db/me.ts';
import { log } from '../../lib/log.ts';
import { readLine } from '../../lib/network.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';

const names = ['data_saver', 'wifi_only', 'auto_download'] as const;
type Name = (typeof names)[number];

const savedChoices = (): Promise<Record<Name, boolean>> =>
  withDevice(async (device) => {
    const found = await Promise.all(names.map(async (name) => [name, (await savedDevice(device, name)) ?? false]));
    return Object.fromEntries(found) as Record<Name, boolean>;
  });

async function choose(name: Name, value: boolean): Promise<void> {
  await withDevice((device) => saveDevice(device, name, value));
  // What waited for this may come now.
  if (value !== (name === 'auto_download')) return;
  void sync.download().catch((error: unknown) => log.warn('downloads', error));
}

/** What this phone fetches, whoever is logged in. */
export function DataCard(): ReactElement | null {
  const { t } = useLingui();
  const choices = useLiveQuery(savedChoices);
  if (!choices) return null;
  const set =
    (name: Name) =>
    (value: boolean): void => {
      choose(name, value).catch((error: unknown) => {
        log.warn('a choice was not kept', error);
        toast(t`An error occurred`, { tone: 'error' });
      });
    };
  return (
    <Card>
      <div className={styles.form}>
        <Checkbox isChecked={choices.data_saver} onChange={set('data_saver')}>
          <Trans>Save data: fewer and smaller files</Trans>
        </Checkbox>
        {/* Elsewhere a switch would promise what nobody can keep. */}
        {readLine().isKnown && (
          <Checkbox isChecked={choices.wifi_only} onChange={set('wifi_only')}>
            <Trans>Films and sounds over Wi-Fi only</Trans>
          </Checkbox>
        )}
        <Checkbox isChecked={choices.auto_download} onChange={set('auto_download')}>
          <Trans>Download the next lessons by itself</Trans>
        </Checkbox>
        <small>
          <Trans>For this phone only.</Trans>
        </small>
      </div>
    </Card>
  );
}

/** A file of what this phone has of its person. Made here, so that it needs no network. */
export function ExportCard(): ReactElement {
  const { t } = useLingui();
  const { db, actor, now } = useStore();
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const at = iso(now());
      saveFile(`haversack-${at.slice(0, 10)}.json`, 'application/json', await ownDataParts(db, actor.user_id, at));
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
            One file with your profile, contacts, requests, progress and what is not sent yet. It is not locked: keep it
            safe.
          </Trans>
        </p>
        <div>
          <Button
            variant="soft"
            icon={<IconFileExport aria-hidden="true" />}
            isPending={isBusy}
            onPress={() => void make()}
          >
            <Trans>Export my data</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
}
