import { Trans, useLingui } from '@lingui/react/macro';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import {
  type ChangeEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { usePhotoErrorText } from './photo-labels.ts';
import styles from './pictures.module.css';
import { type ChosenPhoto, preparePhoto } from './prepare-photo.ts';

/** Returns a URL that shows a chosen photo before it is saved. */
export function usePreview(photo: ChosenPhoto | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(new Blob([photo.data], { type: photo.mime }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return url;
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  capture?: 'environment';
  onChange: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
}

function FileInput({ label, onChange, ...rest }: FileInputProps): ReactElement {
  return (
    <input
      {...rest}
      type="file"
      accept="image/*"
      hidden
      aria-label={label}
      onChange={(event) => void onChange(event)}
    />
  );
}

export interface PhotoFieldProps {
  /** Whether there is a photo already. The button then replaces it. */
  hasPhoto: boolean;
  /** Crops the photo to a square around its centre, with sides of this many pixels. */
  square?: number;
  /** Whether to offer the camera on a touch screen. */
  withCamera?: boolean;
  /** The form's error. While the last chosen file is unusable, the message about that file is shown instead. */
  errorMessage?: string | undefined;
  /** Receives the focus if the form finds an error here. */
  ref?: Ref<HTMLButtonElement>;
  onTake: (photo: ChosenPhoto) => void | Promise<void>;
  /** Removes the photo; null if no photo can be removed. */
  onRemove: (() => void) | null;
  /** Status of the photo, shown below the buttons. */
  children?: ReactNode;
}

/**
 * Buttons for choosing, taking and removing a photo. The photo is validated and scaled on this device before it is
 * saved.
 */
export function PhotoField({ hasPhoto, square, withCamera = false, ref, ...props }: PhotoFieldProps): ReactElement {
  const { t } = useLingui();
  const id = useId();
  const photoErrorText = usePhotoErrorText();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const galleryInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const hasCamera = useMediaQuery('(pointer: coarse)') && withCamera;
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setError(undefined);
    setBusy(true);
    const result = await preparePhoto(file, square);
    if (result.ok) await props.onTake(result.photo);
    else setError(photoErrorText(result.why));
    setBusy(false);
    // Cleared, because otherwise choosing the same file again would not fire a change event.
    target.value = '';
  };
  return (
    <div className={styles.chosen}>
      <div className={styles.buttons}>
        <Button
          {...(ref && { ref })}
          variant="soft"
          small
          icon={<IconPhoto aria-hidden="true" />}
          isPending={isBusy}
          onPress={() => galleryInput.current?.click()}
        >
          {hasPhoto ? <Trans>Choose another photo</Trans> : <Trans>Choose photo</Trans>}
        </Button>
        {hasCamera && (
          <Button
            variant="soft"
            small
            icon={<IconCamera aria-hidden="true" />}
            isDisabled={isBusy}
            onPress={() => cameraInput.current?.click()}
          >
            <Trans>Take photo</Trans>
          </Button>
        )}
        {props.onRemove && (
          <Button variant="plain" small onPress={props.onRemove}>
            <Trans>Remove photo</Trans>
          </Button>
        )}
      </div>
      {props.children}
      <FieldError id={`${id}-error`} message={error ?? props.errorMessage} />
      <FileInput ref={galleryInput} label={t`Photo file`} onChange={take} />
      {withCamera && (
        <FileInput ref={cameraInput} label={t`Photo from the camera`} capture="environment" onChange={take} />
      )}
    </div>
  );
}
