import { renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { usePhoneText } from '../../src/hooks/use-phone-text.ts';
import { arePhoneRulesLoaded, loadPhoneRules } from '../../src/lib/phone.ts';
import { onWideScreen, savePeoplePage, structureUser } from './desk-app.ts';
import { stubOfflineAccount, showEmployeeApp } from './people-app.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/lib/phone.ts', { spy: true });

stubOfflineAccount(account);

beforeEach(() => {
  localStorage.clear();
  vi.mocked(loadPhoneRules).mockClear();
  // An earlier test may have loaded the numbering rules.
  vi.mocked(arePhoneRulesLoaded).mockReturnValue(false);
});

const NUMBER = '+12133734253';

it('loads the numbering rules only when numbers are shown, and then formats them', async () => {
  const { result, rerender } = renderHook((isShown: boolean) => usePhoneText(isShown)(NUMBER), { initialProps: false });
  expect(loadPhoneRules).not.toHaveBeenCalled();
  expect(result.current).toBe(NUMBER);
  rerender(true);
  expect(loadPhoneRules).toHaveBeenCalled();
  await waitFor(() => expect(result.current).toBe('+1 213 373 4253'));
});

it.each([
  ['does not load', ['phone'], false],
  ['loads', [], true],
])('the people table %s the numbering rules if the hidden columns are %j', async (_, hidden, isLoaded) => {
  localStorage.setItem('haversack.people-columns', JSON.stringify({ order: [], hidden, widths: {} }));
  onWideScreen();
  await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  await savePeoplePage([structureUser(1, { phone: NUMBER })]);
  await screen.findByRole('row', { name: /Person 1/ });
  expect(vi.mocked(loadPhoneRules).mock.calls.length > 0).toBe(isLoaded);
});
