import type { ReactElement } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PictureField } from '../components/media/picture-field.tsx';
import type { ChosenPhoto } from '../components/media/prepare-photo.ts';
import { type FieldBinding, useFormField } from './use-form-field.ts';

const arePhotos = (value: unknown): value is readonly ChosenPhoto[] => Array.isArray(value);

/** A form field for up to five pictures. */
export function FormPictureField<Values extends FieldValues, Output>(
  binding: FieldBinding<Values, Output, readonly ChosenPhoto[]>,
): ReactElement {
  const { value, onChange } = useFormField(binding);
  return <PictureField photos={arePhotos(value) ? value : []} onChange={onChange} />;
}
