import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { AppExtras } from '../../src/app/app-extras.tsx';
import { activateLanguage } from '../../src/app/i18n.ts';
import { RootLoading } from '../../src/app/root-loading.tsx';
import { dismissToast } from '../../src/ui/toast.ts';
import { Skeleton } from '../../src/ui/states.tsx';

beforeEach(async () => {
  await activateLanguage('en');
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
