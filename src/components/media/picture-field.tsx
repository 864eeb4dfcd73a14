import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ChangeEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { SentPhoto } from '../../../contract/entities/contact.ts';
import type { DraftFile } from '../../db/outbox/outbox.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { usePreview } from './photo-field.tsx';
import { usePhotoErrorText } from './photo-labels.ts';
import { type ChosenPhoto, preparePhoto, toSentPhoto } from './prepare-photo.ts';
import styles from './pictures.module.css';

/** Maximum number of pictures per message. */
const MAX_PICTURES = 5;

/** Converts chosen pictures for a write: the attachments for its args, and its files. */
export function toAttachments(photos: readonly ChosenPhoto[]): { attachments: SentPhoto[]; files: DraftFile[] } {
  return { attachments: photos.map(toSentPhoto), files: [...photos] };
}

interface ChosenPictureProps {
  photo: ChosenPhoto;
  number: number;
  onRemove: () => void;
}

function ChosenPicture({ photo, number, onRemove }: ChosenPictureProps): ReactElement {
  const { t } = useLingui();
  const url = usePreview(photo);
  return (
    <li className={styles.picture}>
      {url && <img src={url} alt={t`Picture ${number}`} />}
      <span className={styles.remove}>
        <IconButton aria-label={t`Remove picture ${number}`} onPress={onRemove}>
          <IconX aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

export interface PictureFieldProps {
  photos: readonly ChosenPhoto[];
  onChange: (photos: readonly ChosenPhoto[]) => void;
}

/**
 * Lets the user choose up to five pictures. Each picture is validated and scaled on this device before anything is
 * saved.
 */
export function PictureField({ photos, onChange }: PictureFieldProps): ReactElement {
  const { t } = useLingui();
  const photoErrorText = usePhotoErrorText();
  const chooser = useRef<HTMLInputElement>(null);
  // Preparing a picture takes time. The result is added to the pictures that are chosen when it is ready, so that a
  // picture that was sent or removed in the meantime does not reappear.
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  });
  const [errorText, setErrorText] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(target.files ?? [])];
    const ready: ChosenPhoto[] = [];
    setErrorText(files.length + photos.length > MAX_PICTURES ? t`Up to five pictures per message` : undefined);
    setBusy(true);
    for (const file of files.slice(0, MAX_PICTURES - photos.length)) {
      const result = await preparePhoto(file);
      if (!result.ok) setErrorText(photoErrorText(result.why));
      else ready.push(result.photo);
    }
    setBusy(false);
    // Cleared, because otherwise choosing the same file again would not fire a change event.
    target.value = '';
    const all = new Map([...latest.current, ...ready].map((photo) => [photo.sha256, photo]));
    onChange([...all.values()].slice(0, MAX_PICTURES));
  };
  const bytes = photos.reduce((sum, { data }) => sum + data.byteLength, 0);
  const size = formatBytes(bytes);
  return (
    <div role="group" aria-label={t`Pictures`} className={styles.chosen}>
      {photos.length > 0 && (
        <ul className={styles.pictures}>
          {photos.map((photo, index) => (
            <ChosenPicture
              key={photo.sha256}
              photo={photo}
              number={index + 1}
              onRemove={() => onChange(photos.filter((other) => other !== photo))}
            />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button
          variant="soft"
          small
          icon={<IconPhoto aria-hidden="true" />}
          isPending={isBusy}
          isDisabled={photos.length >= MAX_PICTURES}
          onPress={() => chooser.current?.click()}
        >
          <Trans>Add pictures</Trans>
        </Button>
        {photos.length > 0 && (
          <small role="status">
            <Plural value={photos.length} one="# picture" other="# pictures" />, {size}
          </small>
        )}
      </div>
      <FieldError id="picture-error" message={errorText} />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t`Picture files`}
        onChange={(event) => void take(event)}
      />
    </div>
  );
}
