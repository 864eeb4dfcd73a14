import { Trans, useLingui } from '@lingui/react/macro';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react';
import type { LandingImage } from '../../../../contract/landing/props.ts';
import { sync } from '../../../bridge/sync.ts';
import { usePhoto } from '../../../components/contact/contact-photo.tsx';
import type { SizedPhoto } from '../../../components/media/prepare-photo.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './image.module.css';

const CropSheet = lazy(() => import('./crop-sheet.tsx').then((loaded) => ({ default: loaded.CropSheet })));

/** The thumbnail of a block's image or of a cover; empty until the picture is on this device. */
export function Thumbnail({ image }: { image: LandingImage }): ReactElement {
  const src = usePhoto(image.sha256, false, sync.fetchBlob);
  return <div className={styles.thumbnail}>{src && <img src={src} alt="" />}</div>;
}

export interface ImageButtonProps {
  children: ReactNode;
  isDisabled?: boolean;
  onTake: (photo: SizedPhoto) => void;
}

/** A button that chooses a picture file, which is then cropped and scaled down on this device. */
export function ImageButton({ children, isDisabled = false, onTake }: ImageButtonProps): ReactElement {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const close = (): void => {
    setFile(null);
    // Without the reset, choosing the same file again would fire no change event.
    if (chooser.current) chooser.current.value = '';
  };
  return (
    <>
      <Button
        variant="soft"
        small
        icon={<IconPhoto aria-hidden="true" />}
        isDisabled={isDisabled}
        onPress={() => chooser.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Image file`}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      {file && (
        <Suspense>
          <CropSheet
            file={file}
            onClose={close}
            onDone={(photo) => {
              close();
              onTake(photo);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

export interface ImagePickerProps {
  image: LandingImage | null;
  onTake: (photo: SizedPhoto) => void;
  onRemove: () => void;
}

/** One picture with the buttons that choose, replace or remove it. */
export function ImagePicker({ image, onTake, onRemove }: ImagePickerProps): ReactElement {
  return (
    <div className={styles.picker}>
      {image && <Thumbnail image={image} />}
      <div className={styles.buttons}>
        <ImageButton onTake={onTake}>{image ? <Trans>Replace</Trans> : <Trans>Choose image</Trans>}</ImageButton>
        {image && (
          <Button variant="plain" small onPress={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
