import type { Lang } from '../../../contract/fields.ts';
import { formTexts } from './form-texts.ts';
import type { FormValues } from './form-values.ts';

/** A form that was filled in completely and is valid. */
export interface SentForm {
  /** The key that the visitor's script created; null for a form that was sent without the script. */
  key: string | null;
  flow_id: string;
  owner_id: string;
  /** Title and language of the page. */
  title: string;
  lang: Lang;
  /** Number of the version of the page that the visitor saw. */
  version: number;
  form_id: string;
  values: FormValues;
  /** The text to which the visitor agreed. */
  consent: string;
  tag: string;
}

/** Splits the entered name into first and last name. */
export function namesOf({ values, lang }: SentForm): { first_name: string; last_name: string } {
  const [first = '', ...others] = values.name.split(/\s+/);
  return { first_name: first || formTexts[lang].visitor, last_name: others.join(' ') };
}
