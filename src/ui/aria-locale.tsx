import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/**
 * Gives React Aria the language of the screens. For English that is British English, with dates as DD/MM/YYYY, 24 hours
 * and weeks from Monday.
 */
export function AriaLocale({ children }: { children: ReactNode }): ReactElement {
  const { i18n } = useLingui();
  return <I18nProvider locale={i18n.locale === 'en' ? 'en-GB' : i18n.locale}>{children}</I18nProvider>;
}
