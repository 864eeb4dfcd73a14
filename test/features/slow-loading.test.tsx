import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { AppExtras } from '../../src/app/app-extras.tsx';
import { activateLanguage, loadRestOfTexts } from '../../src/app/i18n.ts';
import { RootLoading } from '../../src/app/root-loading.tsx';
import { trackWrite } from '../../src/db/schema/pending-writes.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { Skeleton } from '../../src/ui/states.tsx';

beforeEach(async () => {
  await activateLanguage('en');
  // With fake timers, the texts would be loaded later than the toast is expected.
  await loadRestOfTexts();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    dismissToast();
  });
});

const App = ({ placeholder }: { placeholder: 'screen' | 'root' | null }) => (
  <I18nProvider i18n={i18n}>
    {placeholder === 'screen' && <Skeleton />}
    {placeholder === 'root' && <RootLoading />}
    <AppExtras />
  </I18nProvider>
);

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it.each(['screen', 'root'] as const)(
  'says after ten seconds that the %s is still loading, until it has loaded',
  async (placeholder) => {
    const { rerender } = render(<App placeholder={placeholder} />);
    await pass(9_999);
    expect(screen.queryByText(/^Still loading/)).toBeNull();
    await pass(1);
    expect(screen.getByText(/^Still loading\. Your work is safe\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    await pass(60_000);
    expect(screen.getByText(/^Still loading/)).toBeTruthy();
    rerender(<App placeholder={null} />);
    await pass(2_000);
    expect(screen.queryByText(/^Still loading/)).toBeNull();
  },
);

it('does not say that loading is slow if a screen was shown in between', async () => {
  const { rerender } = render(<App placeholder="screen" />);
  for (let screens = 0; screens < 3; screens += 1) {
    await pass(8_000);
    rerender(<App placeholder={null} />);
    await pass(2_000);
    rerender(<App placeholder="screen" />);
  }
  expect(screen.queryByText(/^Still loading/)).toBeNull();
});

it('says after ten seconds that a write is still being saved, until it is stored', async () => {
  const stored = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  render(<App placeholder={null} />);
  void trackWrite(() => quick.promise);
  await pass(8_000);
  void trackWrite(() => stored.promise);
  quick.resolve();
  await pass(9_999);
  expect(screen.queryByText(/^Still saving/)).toBeNull();
  await pass(1);
  expect(screen.getByText(/^Still saving\. If this does not end, copy what you have typed/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  stored.resolve();
  await pass(2_000);
  expect(screen.queryByText(/^Still saving/)).toBeNull();
});

it('does not say that saving is slow while several writes are stored one after the other', async () => {
  render(<App placeholder={null} />);
  for (let writes = 0; writes < 3; writes += 1) {
    const stored = Promise.withResolvers<void>();
    void trackWrite(() => stored.promise);
    await pass(8_000);
    stored.resolve();
  }
  await pass(8_000);
  expect(screen.queryByText(/^Still saving/)).toBeNull();
});
