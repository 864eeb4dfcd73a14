import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { listIcons, type BlockType } from '../../../../contract/landing/values.ts';
import { headingSizeLabels, listIconLabels } from '../../../components/field/landing-field-labels.ts';
import { FormChipField, FormInstantField, FormSelectField } from '../../../forms/fields.tsx';
import { propLabel } from '../block-labels.ts';
import { ItemsField, QuestionsField } from './array-fields.tsx';
import { CardField } from './card-field.tsx';
import { FormFieldsField } from './form-fields-field.tsx';
import { GalleryField, ImageField } from './image-fields.tsx';
import { TargetField } from './target-field.tsx';
import { LineField, LongField } from './text-fields.tsx';
import type { BlockForm } from './use-block-form.ts';

export interface BlockFieldsProps {
  form: BlockForm;
  block: LandingBlock;
}

function HeroFields({ form, block }: BlockFieldsProps): ReactElement {
  return (
    <>
      <LineField form={form} type="hero" name="title" />
      <LongField form={form} type="hero" name="subtitle" />
      <ImageField form={form} block={block} />
      <LineField form={form} type="hero" name="label" />
      <TargetField form={form} />
    </>
  );
}

function HeadingFields({ form }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  const chips = Object.entries(headingSizeLabels).map(([key, label]) => ({ key, label: t(label) }));
  return (
    <>
      <LineField form={form} type="heading" name="text" />
      <FormChipField control={form.control} name="level" label={t(propLabel('level'))} segmented chips={chips} />
    </>
  );
}

function TextFields({ form }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  return (
    <LongField
      form={form}
      type="text"
      name="text"
      description={t`**bold**, _italic_, [link](https://…); “- ” starts an item of a list`}
    />
  );
}

function VideoFields({ form, block }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <LineField
        form={form}
        type="video"
        name="url"
        inputMode="url"
        description={t`YouTube, Vimeo, or an MP4 or WebM file. It loads when it is pressed.`}
      />
      <ImageField form={form} block={block} label={t`Still image`} canDecorate={false} />
    </>
  );
}

function ButtonFields({ form }: BlockFieldsProps): ReactElement {
  return (
    <>
      <LineField form={form} type="button" name="label" />
      <TargetField form={form} />
    </>
  );
}

function FormFields({ form }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <FormFieldsField form={form} />
      <LineField form={form} type="form" name="label" />
      <LongField form={form} type="form" name="consent" description={t`What visitors agree to by sending the form`} />
      <LongField form={form} type="form" name="thanks" description={t`What visitors read after sending the form`} />
      <LineField form={form} type="form" name="tag" description={t`Marks the leads of this form; may be empty`} />
    </>
  );
}

function ContactFields({ form }: BlockFieldsProps): ReactElement {
  return (
    <>
      <LineField form={form} type="contacts" name="phone" inputMode="tel" />
      <LineField form={form} type="contacts" name="email" inputMode="email" />
      <LineField form={form} type="contacts" name="telegram" />
      <LongField form={form} type="contacts" name="address" />
    </>
  );
}

function TestimonialFields({ form }: BlockFieldsProps): ReactElement {
  return (
    <>
      <LongField form={form} type="testimonial" name="quote" />
      <LineField form={form} type="testimonial" name="author" />
    </>
  );
}

function ListFields({ form }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <ItemsField form={form} />
      <FormSelectField
        control={form.control}
        name="icon"
        label={t(propLabel('icon'))}
        options={listIcons.map((value) => ({ value, label: t(listIconLabels[value]) }))}
      />
    </>
  );
}

function CountdownFields({ form }: BlockFieldsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <FormInstantField control={form.control} name="until" label={t(propLabel('until'))} />
      <LineField form={form} type="countdown" name="expired_text" />
    </>
  );
}

const fieldsByType: Record<BlockType, (props: BlockFieldsProps) => ReactElement> = {
  hero: HeroFields,
  heading: HeadingFields,
  text: TextFields,
  image: ImageField,
  gallery: GalleryField,
  video: VideoFields,
  button: ButtonFields,
  form: FormFields,
  contacts: ContactFields,
  faq: QuestionsField,
  testimonial: TestimonialFields,
  list: ListFields,
  countdown: CountdownFields,
  card: CardField,
  divider: () => (
    <p>
      <Trans>A line between two blocks. There is nothing to fill in.</Trans>
    </p>
  ),
};

/** The form fields of a block, which depend on its type. */
export function BlockFields(props: BlockFieldsProps): ReactElement {
  const Fields = fieldsByType[props.block.type];
  return <Fields {...props} />;
}
