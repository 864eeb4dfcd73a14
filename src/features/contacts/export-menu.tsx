import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { ContactQuery } from '../../bridge/search-api.ts';
import { saveFile } from '../../components/media/save-file.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { toDateInput } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { refuseInView } from '../../lib/view-mode.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { ExportFormat } from './export-contacts.ts';
import { useNumberTypes } from './import-labels.ts';

const files = {
  vcard: { type: 'text/vcard', extension: 'vcf' },
  csv: { type: 'text/csv', extension: 'csv' },
} as const;

/** Saves the listed contacts to a file, also offline. */
export function ExportMenu({ wanted }: { wanted: ContactQuery }): ReactElement {
  const { t, i18n } = useLingui();
  const { db, actor, now } = useStore();
  const kinds = useNumberTypes();
  const [isRunning, setRunning] = useState(false);
  const save = async (format: ExportFormat): Promise<void> => {
    const { exportContacts } = await import('./export-contacts.ts');
    const { count, parts } = await exportContacts(db, actor.user_id, { wanted, format, kinds, i18n });
    const { type, extension } = files[format];
    saveFile(`haversack-contacts-${toDateInput(now())}.${extension}`, type, parts);
    toast(t`${plural(count, { one: '# contact exported', other: '# contacts exported' })}`, { tone: 'ok' });
  };
  const start = (format: ExportFormat): void => {
    if (refuseInView()) return;
    setRunning(true);
    void save(format)
      .catch((error: unknown) => {
        log.warn('the contacts could not be exported', error);
        toast(t`The contacts could not be exported. Try again`, { tone: 'error' });
      })
      .finally(() => setRunning(false));
  };
  return (
    <MenuButton
      isLink
      actions={[
        { key: 'vcard', label: t`vCard file (.vcf)`, isDisabled: isRunning, onPress: () => start('vcard') },
        { key: 'csv', label: t`CSV file (.csv)`, isDisabled: isRunning, onPress: () => start('csv') },
      ]}
    >
      {isRunning ? <Trans>Exporting</Trans> : <Trans>Export</Trans>}
    </MenuButton>
  );
}
