import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import { languages } from '../../../contract/values.ts';
import { ChipGroup } from '../../ui/chips.tsx';

/** Each language in its own words, whatever the page speaks. */
const names: Record<Lang, string> = { ru: 'Русский', en: 'English', de: 'Deutsch' };

export interface LanguageSwitchProps {
  value: Lang;
  onChange: (language: Lang) => void;
}

export function LanguageSwitch({ value, onChange }: LanguageSwitchProps): ReactElement {
  const { t } = useLingui();
  const chips = languages.map((language) => ({ key: language, label: names[language] }));
  const choose = (key: string): void => {
    const language = languages.find((known) => known === key);
    if (language) onChange(language);
  };
  return <ChipGroup aria-label={t`Language`} chips={chips} value={value} onChange={choose} wrap />;
}
