import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ErrorScreen } from '../../src/app/error-screen.tsx';
import { ScreenNotLoaded } from '../../src/app/lazy-screen.ts';

const reload = vi.fn<() => void>();

const show = (error: Error) =>
  render(
    <I18nProvider i18n={i18n}>
      <ErrorScreen error={error} />
    </I18nProvider>,
  );

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('location', { ...location, reload });
  reload.mockClear();
});

it('when the network is back, reloads a screen whose code failed to load', () => {
  const { unmount } = show(new ScreenNotLoaded(new Error('no network')));
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
  unmount();
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload a crashed screen when the network is back', () => {
  show(new Error('a fault of ours'));
  dispatchEvent(new Event('online'));
  expect(reload).not.toHaveBeenCalled();
});
