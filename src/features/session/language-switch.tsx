import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import { languages } from '../../../contract/preference-values.ts';
import { nativeLanguageNames } from '../../lib/language-names.ts';
import { ChipGroup } from '../../ui/chips.tsx';

export interface LanguageSwitchProps {
  value: Lang;
  onChange: (language: Lang) => void;
}

export function LanguageSwitch({ value, onChange }: LanguageSwitchProps): ReactElement {
  const { t } = useLingui();
  const chips = languages.map((language) => ({ key: language, label: nativeLanguageNames[language] }));
  const choose = (key: string): void => {
    const language = languages.find((supported) => supported === key);
    if (language) onChange(language);
  };
  return <ChipGroup aria-label={t`Language`} chips={chips} value={value} onChange={choose} wrap />;
}
