import type { MessageDescriptor } from '@lingui/core';

/** The kind of a value, which determines how the value is shown and edited. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'phones'
  | 'lines'
  | 'date'
  | 'instant'
  | 'flag'
  | 'choice'
  | 'category'
  | 'country'
  | 'minutes'
  | 'consent'
  | 'target'
  | 'questions'
  | 'images'
  | 'other';

export interface FieldLabel {
  label: MessageDescriptor;
  kind: FieldKind;
  /** Labels of the values of a field with fixed choices. */
  choices?: Readonly<Record<string, MessageDescriptor>>;
  /** Whether an empty field is stored as null instead of an empty string. */
  isNullable?: boolean;
}
