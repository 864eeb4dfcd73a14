import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController } from 'react-hook-form';
import { PhotoField, usePreview } from '../../components/media/photo-field.tsx';
import { formatBytes } from '../../lib/intl-formats.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './donations.module.css';
import type { DonationForm } from './use-donation-form.ts';

interface ReceiptFieldProps {
  control: DonationForm['control'];
  /** Whether the donation already has a photo, which a newly chosen one replaces. */
  hasStoredPhoto: boolean;
}

/** Lets the user take or choose the photo of a receipt. */
export function ReceiptField({ control, hasStoredPhoto }: ReceiptFieldProps): ReactElement {
  const { t } = useLingui();
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController({ control, name: 'photos' });
  const photo = value[0] ?? null;
  const preview = usePreview(photo);
  const size = photo && formatBytes(photo.data.byteLength);
  return (
    <FieldGroup label={<Trans>Photo of the receipt</Trans>} isNamed>
      {preview && <img className={styles.preview} src={preview} alt={t`Photo of the receipt`} />}
      <PhotoField
        ref={ref}
        hasPhoto={photo !== null || hasStoredPhoto}
        withCamera
        errorMessage={fieldState.error && t`A photo of the receipt is required, except for cash up to $100`}
        onTake={(takenPhoto) => onChange([takenPhoto])}
        onRemove={photo && (() => onChange([]))}
      >
        <small role="status">
          {size !== null && <Trans>{size}, sent with the donation</Trans>}
          {size === null && hasStoredPhoto && <Trans>The donation keeps its photo.</Trans>}
          {size === null && !hasStoredPhoto && <Trans>Not required for cash up to $100</Trans>}
        </small>
      </PhotoField>
    </FieldGroup>
  );
}
