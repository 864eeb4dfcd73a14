import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { fieldValueLines, fieldLabel } from '../../components/field/field-labels.ts';
import { useLabelContext } from '../../components/field/use-label-context.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './contact-form.module.css';
import type { ContactFields } from './form-draft.ts';

/** Explains why the server rejected the write that the user is correcting. */
export function RefusedNotice({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  return (
    <Banner tone="need" title={<Trans>This was not accepted</Trans>}>
      {t(errorText(entry.error?.code))}
    </Banner>
  );
}

/** Explains that the disk is full, and offers to save the contact without its photo. The form stays open. */
export function DiskFullNotice({ onSaveWithoutPhoto }: { onSaveWithoutPhoto: (() => void) | null }): ReactElement {
  return (
    <Banner
      tone="need"
      role="alert"
      title={<Trans>Storage on this device is full</Trans>}
      action={
        onSaveWithoutPhoto && (
          <Button variant="soft" small onPress={onSaveWithoutPhoto}>
            <Trans>Save without photo</Trans>
          </Button>
        )
      }
    >
      <Trans>Nothing was saved. Your text is still in the form.</Trans>
    </Banner>
  );
}

/** Lists the fields that others changed while this form was open, with their values. */
export function OtherValuesNotice({ theirs }: { theirs: Partial<ContactFields> }): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  return (
    <Banner tone="wait" role="alert" title={<Trans>Someone changed this in the meantime</Trans>}>
      <ul className={styles.links}>
        {Object.entries(theirs).map(([name, value]) => {
          const fieldInfo = fieldLabel('contacts', name);
          const valueText = fieldValueLines(fieldInfo, value, labelContext).join(', ');
          return (
            <li key={name}>
              {t(fieldInfo.label)}: {valueText}
            </li>
          );
        })}
      </ul>
      <Trans>Save again to keep your version.</Trans>
    </Banner>
  );
}
