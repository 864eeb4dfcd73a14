import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/**
 * Sets the language of React Aria to that of the screens. English is British English, with dates as DD/MM/YYYY, the
 * 24-hour clock and weeks that start on Monday.
 */
export function AriaLocale({ children }: { children: ReactNode }): ReactElement {
  const { i18n } = useLingui();
  return <I18nProvider locale={i18n.locale === 'en' ? 'en-GB' : i18n.locale}>{children}</I18nProvider>;
}
