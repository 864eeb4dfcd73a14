import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { usePhotoErrorText } from '../../../components/media/photo-labels.ts';
import { cropPhoto, type SizedPhoto } from '../../../components/media/prepare-photo.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipGroup } from '../../../ui/chips.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { type Aspect, type Crop, MAX_ZOOM, moveCrop, cropAreaOf, wholePicture } from './crop.ts';
import styles from './crop.module.css';

interface Picture {
  url: string;
  width: number;
  height: number;
}

/** Returns the decoded picture of a file; undefined while it loads, null if the browser cannot show it. */
function usePicture(file: Blob): Picture | null | undefined {
  const [picture, setPicture] = useState<Picture | null>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => setPicture({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => setPicture(null);
    image.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return picture;
}

interface FrameProps {
  picture: Picture;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Shows the visible part of the picture, which the user moves by dragging or with the sliders below. */
function Frame({ picture, crop, onChange }: FrameProps): ReactElement {
  const from = useRef<{ x: number; y: number } | null>(null);
  const part = cropAreaOf(picture, crop);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!from.current) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const by = { x: (from.current.x - event.clientX) / width, y: (from.current.y - event.clientY) / height };
    from.current = { x: event.clientX, y: event.clientY };
    onChange(moveCrop(picture, crop, by));
  };
  const stopDragging = (): void => {
    from.current = null;
  };
  return (
    <div
      className={styles.frame}
      style={{
        aspectRatio: `${part.width} / ${part.height}`,
        width: `min(100%, calc(50dvh * ${part.width / part.height}))`,
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={stopDragging}
      onPointerCancel={stopDragging}
    >
      <img
        src={picture.url}
        alt=""
        draggable={false}
        style={{
          width: `${(100 * picture.width) / part.width}%`,
          left: `${(-100 * part.x) / part.width}%`,
          top: `${(-100 * part.y) / part.height}%`,
        }}
      />
    </div>
  );
}

interface SliderProps {
  label: string;
  min?: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, min = 0, max, value, onChange }: SliderProps): ReactElement {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.05}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}

export interface CropSheetProps {
  file: Blob;
  onDone: (photo: SizedPhoto) => void;
  onClose: () => void;
}

/** Lets the user choose the part of a picture that the page will show. */
export function CropSheet({ file, onDone, onClose }: CropSheetProps): ReactElement {
  const { t } = useLingui();
  const id = useId();
  const photoErrorText = usePhotoErrorText();
  const picture = usePicture(file);
  const [crop, setCrop] = useState(wholePicture);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const part = picture && cropAreaOf(picture, crop);
  const canMove = { x: part && part.width < picture.width, y: part && part.height < picture.height };
  const cropAndSave = async (): Promise<void> => {
    if (!picture) return;
    setBusy(true);
    const result = await cropPhoto(file, cropAreaOf(picture, crop));
    setBusy(false);
    if (result.ok) onDone(result);
    else setError(photoErrorText(result.why));
  };
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button onPress={() => void cropAndSave()} isPending={isBusy} isDisabled={!picture}>
        <Trans>Use image</Trans>
      </Button>
    </>
  );
  return (
    <Sheet isOpen onClose={onClose} closesOnOutsidePress={false} title={<Trans>Crop image</Trans>} footer={footer}>
      {picture && (
        <>
          <Frame picture={picture} crop={crop} onChange={setCrop} />
          <ChipGroup
            aria-label={t`Shape`}
            segmented
            value={crop.aspect}
            onChange={(aspect) => setCrop({ ...crop, aspect: aspect as Aspect })}
            chips={[
              { key: 'original', label: <Trans>Original</Trans> },
              { key: 'wide', label: '16:9' },
              { key: 'photo', label: '4:3' },
              { key: 'square', label: '1:1' },
            ]}
          />
          <Slider
            label={t`Zoom`}
            min={1}
            max={MAX_ZOOM}
            value={crop.zoom}
            onChange={(zoom) => setCrop({ ...crop, zoom })}
          />
          {canMove.x && (
            <Slider label={t`Left to right`} max={1} value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
          )}
          {canMove.y && (
            <Slider label={t`Top to bottom`} max={1} value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
          )}
        </>
      )}
      <FieldError
        id={`${id}-error`}
        message={error ?? (picture === null ? photoErrorText('not_an_image') : undefined)}
      />
    </Sheet>
  );
}
