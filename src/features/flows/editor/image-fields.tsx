import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { MAX_GALLERY_IMAGES } from '../../../../contract/landing/values.ts';
import { FormCheckbox } from '../../../forms/fields.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { landingImage } from '../actions.ts';
import { propLabel } from '../block-labels.ts';
import { ListEntries } from './array-fields.tsx';
import { useEditor } from './editor-context.tsx';
import { ImageButton, ImagePicker, Thumbnail } from './image-picker.tsx';
import { MAX_ALT_CHARS } from './limits.ts';
import { CountedLabel, LineField } from './text-fields.tsx';
import { SAVE_DELAY_MS, type BlockForm } from './use-block-form.ts';

interface ImageFieldProps {
  form: BlockForm;
  block: LandingBlock;
  label?: string;
  /** Whether the image may be decorative, so that it needs no description. */
  canDecorate?: boolean;
}

/** The image of a block, with its description for screen readers. */
export function ImageField({ form, block, label, canDecorate = true }: ImageFieldProps): ReactElement {
  const { t } = useLingui();
  const { setImages } = useEditor();
  const isDecorative = useWatch({ control: form.control, name: 'decorative' });
  const image = block.image ?? null;
  return (
    <>
      <FieldGroup label={label ?? t(propLabel('image'))} isNamed>
        <ImagePicker
          image={image}
          onTake={(photo) => void setImages(block.id, { image: landingImage(photo) }, [photo.photo])}
          onRemove={() => void setImages(block.id, { image: null }, [])}
        />
      </FieldGroup>
      {image && (!canDecorate || !isDecorative) && (
        <LineField
          form={form}
          type={block.type}
          name="alt"
          description={t`What people hear who cannot see the image`}
        />
      )}
      {image && canDecorate && (
        <FormCheckbox control={form.control} name="decorative">
          <Trans>The image only decorates and needs no description</Trans>
        </FormCheckbox>
      )}
    </>
  );
}

type GalleryItem = NonNullable<LandingBlock['images']>[number];

interface AltFieldProps {
  item: GalleryItem;
  number: number;
  onChange: (alt: string) => void;
}

/** The field for the description of one gallery image. The text is saved shortly after the last key press. */
function AltField({ item, number, onChange }: AltFieldProps): ReactElement {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const alt = typed ?? item.alt;
  useEffect(() => {
    if (typed === null || typed === item.alt) return;
    const timer = setTimeout(() => onChange(typed), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label={<CountedLabel label={t`Description of image ${number}`} count={alt.length} max={MAX_ALT_CHARS} />}
      value={alt}
      onChange={setTyped}
      onBlur={() => typed !== null && typed !== item.alt && onChange(typed)}
      maxLength={MAX_ALT_CHARS}
      autoComplete="off"
    />
  );
}

/** The images of a gallery block in their order. */
export function GalleryField({ block }: { block: LandingBlock }): ReactElement {
  const { t } = useLingui();
  const { setImages } = useEditor();
  const images = block.images ?? [];
  const set = (next: readonly GalleryItem[]): void => void setImages(block.id, { images: [...next] }, []);
  const move = (from: number, to: number): void => {
    const next = [...images];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
  };
  // The same picture may occur twice in a gallery, so the hash alone is not a unique key.
  const keys = images.map(({ image: { sha256 } }, index) => {
    const earlier = images.slice(0, index).filter(({ image }) => image.sha256 === sha256);
    return `${sha256} ${earlier.length}`;
  });
  return (
    <FieldGroup label={t(propLabel('images'))} isNamed>
      <ListEntries ids={keys} onMove={move} onRemove={(index) => set(images.filter((_, at) => at !== index))}>
        {(index) => (
          <>
            <Thumbnail image={images[index]!.image} />
            <AltField
              item={images[index]!}
              number={index + 1}
              onChange={(alt) => set(images.map((other, at) => (at === index ? { ...other, alt } : other)))}
            />
          </>
        )}
      </ListEntries>
      <ImageButton
        isDisabled={images.length >= MAX_GALLERY_IMAGES}
        onTake={(photo) => {
          const next = [...images, { image: landingImage(photo), alt: '' }];
          void setImages(block.id, { images: next }, [photo.photo]);
        }}
      >
        <Trans>Add image</Trans>
      </ImageButton>
    </FieldGroup>
  );
}
