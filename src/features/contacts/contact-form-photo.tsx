import { Trans, useLingui } from '@lingui/react/macro';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { type ChangeEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Contact } from '../../../contract/entities/contact.ts';
import { sync } from '../../bridge/sync.ts';
import { ContactPhoto } from '../../components/contact/contact-photo.tsx';
import { contactName } from '../../components/contact/contact-labels.ts';
import { usePhotoErrorText } from '../../components/media/photo-labels.ts';
import { type ChosenPhoto, preparePhoto } from '../../components/media/prepare-photo.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './contact-form.module.css';
import type { ContactFormApi } from './use-contact-form.ts';

function usePreview(photo: ChosenPhoto | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(new Blob([photo.data], { type: photo.mime }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return url;
}

export interface PhotoFieldProps {
  control: ContactFormApi['control'];
  /** The stored contact; null for a new one. */
  contact: Contact | null;
}

/** Lets the user choose or take a photo, which is validated and scaled on this device before it is saved. */
export function PhotoField({ control, contact }: PhotoFieldProps): ReactElement {
  const { t } = useLingui();
  const photoErrorText = usePhotoErrorText();
  const { field } = useController({ control, name: 'photo' });
  const [first_name, last_name] = useWatch({ control, name: ['first_name', 'last_name'] });
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chosen = typeof field.value === 'string' ? null : field.value;
  const preview = usePreview(chosen);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const isStored = Boolean(contact?.photo);
  const hasPhoto = chosen !== null || (isStored && field.value === 'unchanged');
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setError(undefined);
    setBusy(true);
    const result = await preparePhoto(file);
    setBusy(false);
    // Allows choosing the same file again.
    target.value = '';
    if (result.ok) field.onChange(result.photo);
    else setError(photoErrorText(result.why));
  };
  const input = (name: string, ref: typeof chooser, more: { capture?: 'environment' }): ReactElement => (
    <input {...more} ref={ref} type="file" accept="image/*" hidden aria-label={name} onChange={(e) => void take(e)} />
  );
  return (
    <div role="group" aria-label={t`Photo`} className={styles.photo}>
      {field.value === 'unchanged' && contact ? (
        <ContactPhoto contact={contact} size="l" fetchPhoto={sync.fetchBlob} />
      ) : (
        <Avatar name={contactName({ first_name, last_name })} id={contact?.id ?? null} src={preview} size="l" />
      )}
      <div className={styles.items}>
        <div className={styles.buttons}>
          <Button
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
          {hasPhoto && (
            <Button variant="plain" small onPress={() => field.onChange(isStored ? 'removed' : 'unchanged')}>
              <Trans>Remove photo</Trans>
            </Button>
          )}
        </div>
        {chosen && (
          <span className={styles.quiet} role="status">
            <Trans>{formatBytes(chosen.data.byteLength)}, sent after the text</Trans>
          </span>
        )}
        <FieldError id="contact-photo-error" message={error} />
      </div>
      {input(t`Photo file`, chooser, {})}
      {input(t`Photo from the camera`, camera, { capture: 'environment' })}
    </div>
  );
}
