import { Trans, useLingui } from '@lingui/react/macro';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { type ChangeEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { usePhotoErrorText } from '../../components/media/photo-labels.ts';
import { type ChosenPhoto, preparePhoto } from '../../components/media/prepare-photo.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './donations.module.css';
import type { DonationForm } from './use-donation-form.ts';

function usePreview(photo: ChosenPhoto | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(new Blob([photo.data], { type: photo.mime }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return url;
}

interface ReceiptFieldProps {
  control: DonationForm['control'];
  /** Whether the donation already has a photo, which a new one replaces. */
  hasStored: boolean;
}

/** Lets the user take or choose the photo of a receipt, which is scaled on this device before it is saved. */
export function ReceiptField({ control, hasStored }: ReceiptFieldProps): ReactElement {
  const { t } = useLingui();
  const photoErrorText = usePhotoErrorText();
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController({ control, name: 'photos' });
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [photo] = value;
  const preview = usePreview(photo);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setFault(undefined);
    setBusy(true);
    const result = await preparePhoto(file);
    setBusy(false);
    // Allows choosing the same file again.
    target.value = '';
    if (result.ok) onChange([result.photo]);
    else setFault(photoErrorText(result.why));
  };
  const missing = fieldState.error && t`A photo of the receipt is required, except for cash up to $100`;
  const size = photo && formatBytes(photo.data.byteLength);
  const hasPhoto = photo !== undefined || hasStored;
  return (
    <FieldGroup label={<Trans>Photo of the receipt</Trans>} errorMessage={fault ?? missing} isNamed>
      {preview && <img className={styles.preview} src={preview} alt={t`Photo of the receipt`} />}
      <div className={styles.buttons}>
        <Button
          ref={ref}
          variant="soft"
          small
          icon={<IconPhoto aria-hidden="true" />}
          isPending={isBusy}
          onPress={() => chooser.current?.click()}
        >
          {hasPhoto ? <Trans>Choose another photo</Trans> : <Trans>Choose photo</Trans>}
        </Button>
        {hasCamera && (
          <Button
            variant="soft"
            small
            icon={<IconCamera aria-hidden="true" />}
            isDisabled={isBusy}
            onPress={() => camera.current?.click()}
          >
            <Trans>Take photo</Trans>
          </Button>
        )}
        {photo && (
          <Button variant="plain" small onPress={() => onChange([])}>
            <Trans>Remove photo</Trans>
          </Button>
        )}
      </div>
      <small role="status">
        {size !== undefined && <Trans>{size}, sent with the donation</Trans>}
        {size === undefined && hasStored && <Trans>The donation keeps its photo.</Trans>}
        {size === undefined && !hasStored && <Trans>Not required for cash up to $100</Trans>}
      </small>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo file`}
        onChange={(e) => void take(e)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t`Photo from the camera`}
        onChange={(e) => void take(e)}
      />
    </FieldGroup>
  );
}
