import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FailureCode } from '../../src/components/error/error-messages.ts';
import { ErrorNotice } from '../../src/components/error/error-notice.tsx';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

describe('error notice', () => {
  it.each<[FailureCode, icon: string]>([
    [{ why: 'offline' }, 'wifi-off'],
    [{ why: 'no_answer' }, 'wifi-off'],
    [{ why: 'portal' }, 'wifi-off'],
    [{ why: 'busy' }, 'alert-circle'],
    [{ why: 'other_tab' }, 'alert-circle'],
    [{ why: 'refused', code: 'forbidden' }, 'alert-circle'],
  ])('shows the error %o with the icon %s', (error, icon) => {
    render(
      <I18nProvider i18n={i18n}>
        <ErrorNotice error={error} />
      </I18nProvider>,
    );
    expect(screen.getByRole('alert').querySelector('svg')?.classList).toContain(`tabler-icon-${icon}`);
  });

  it.each(['unavailable', 'internal'] as const)(
    'shows a server that is down (%s) like one that does not respond, with a single piece of advice',
    (code) => {
      const error: FailureCode = { why: 'refused', code, retry_after_s: 2 };
      render(
        <I18nProvider i18n={i18n}>
          <ErrorNotice error={error} />
        </I18nProvider>,
      );
      const alert = screen.getByRole('alert');
      expect(alert.querySelector('svg')?.classList).toContain('tabler-icon-wifi-off');
      expect(alert.textContent).toMatch(/^The server is not responding.*Try again in a few minutes\.$/);
    },
  );
});
