import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { hoursFromNow } from './news-maker.ts';
import {
  db,
  IVAN_PATH,
  press,
  readQueuedWrites,
  listRowsOf,
  stubOfflineAccount,
  showEmployeeApp,
} from './people-app.ts';
import { IVAN, makePerson } from './people-maker.ts';
import { chooseFiles, contractFile, makePartner, pdfFile, savePeople, SHA, type } from './partner-maker.ts';
import { stubFileUrls } from './stub-browser.ts';

const { account, fetchBlob } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>(),
  fetchBlob: vi.fn<(sha256: string) => Promise<{ ok: boolean }>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchBlob } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

stubOfflineAccount(account);
beforeAll(async () => {
  // Loads the screens' chunks, so that the first test does not wait for them.
  await Promise.all([
    import('../../src/features/people/person-screen.tsx'),
    import('../../src/features/people/lead-screens.tsx'),
    import('../../src/features/people/sheets.tsx'),
    import('../../src/db/outbox/outbox.ts'),
  ]);
});
beforeEach(() => {
  fetchBlob.mockReset().mockResolvedValue({ ok: false });
});

describe('partner section of a person', () => {
  const openMore = async (name: string) => {
    await press('More');
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };

  it('turns a person into a partner, which marks the person as active', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePerson()));
    await openMore('Make a partner');
    const sheet = within(await screen.findByRole('dialog', { name: 'Make Ivan Petrov a partner' }));
    expect(sheet.getByText('This marks the person as active.')).toBeTruthy();
    fireEvent.change(sheet.getByRole('textbox', { name: 'Company' }), { target: { value: 'x'.repeat(101) } });
    fireEvent.click(sheet.getByRole('button', { name: 'Make a partner' }));
    expect(await sheet.findByText('This text is too long')).toBeTruthy();
    fireEvent.change(sheet.getByRole('textbox', { name: 'Company' }), { target: { value: 'Berg Books' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Make a partner' }));
    await waitFor(async () => expect((await readQueuedWrites())[0]?.[1]).toMatchObject({ company: 'Berg Books' }));
    expect(await db.people.get(IVAN)).toMatchObject({ status: 'active', company: 'Berg Books' });
  });

  it('does not offer "Make a partner" for a person with whom the work has ended', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePerson({ status: 'not_active' })));
    await press('More');
    await screen.findByRole('menuitem', { name: 'Edit' });
    expect(screen.queryByRole('menuitem', { name: 'Make a partner' })).toBeNull();
  });

  it('shows company, note and files of a partner with their state, and no commission at 0 percent', async () => {
    const here = { ...contractFile, sha256: 'b'.repeat(64), name: 'shop.jpg', mime: 'image/jpeg' as const };
    await showEmployeeApp(IVAN_PATH, async (phone) => {
      await phone.people.put(makePartner({ partner_files: [contractFile, here] }));
      const saved = { sha256: here.sha256, mime: here.mime, data: new ArrayBuffer(1), bytes: 1 };
      await phone.blobs.put({ ...saved, saved_at: 1, sent_at: 1 });
    });
    expect(await screen.findByText('Two shops')).toBeTruthy();
    const rows = await listRowsOf('Files');
    expect(rows[0]).toMatch(/contract.pdf1.2 MB, not on this device/);
    expect(rows[1]).toMatch(/shop.jpg1.2 MB, on this device/);
    expect(screen.queryByText('Commission')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set commission' })).toBeNull();
    expect(account.mock.calls.map(([verb]) => verb)).not.toContain('fetchPartner');
  });

  it('shows a file added to a partner as not sent yet, and withdraws the write when the file is removed', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePartner()));
    await chooseFiles(pdfFile());
    await waitFor(async () =>
      expect((await listRowsOf('Files'))[0]).toMatch(/contract.pdf.*on this device.*Not sent yet/),
    );
    await press('Actions for contract.pdf');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
    expect(await screen.findByText('No files yet.')).toBeTruthy();
  });

  it("downloads a partner's file that is not on this device, or reports a failed download", async () => {
    const urls = stubFileUrls();
    await showEmployeeApp(IVAN_PATH, savePeople(makePartner({ partner_files: [contractFile] })));
    const download = async () => {
      await press('Actions for contract.pdf');
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }));
    };
    await download();
    expect(await screen.findByText('The file could not be downloaded. Try again later.')).toBeTruthy();
    fetchBlob.mockImplementation(async () => {
      const saved = { sha256: SHA, mime: 'application/pdf', data: new ArrayBuffer(3), bytes: 3 };
      await db.blobs.put({ ...saved, saved_at: 1, sent_at: 1 });
      return { ok: true };
    });
    await download();
    await waitFor(() => expect(urls).toHaveLength(1));
    expect(urls[0]?.type).toBe('application/pdf');
  });

  it('queues a write that removes a sent file of a partner', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePartner({ partner_files: [contractFile] })));
    await press('Actions for contract.pdf');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['partner.detach']));
  });

  it('edits the company of a partner in the form of the person', async () => {
    await showEmployeeApp(`${IVAN_PATH}/edit`, savePeople(makePartner()));
    await type('Company', 'Berg');
    await press('Save');
    await waitFor(async () => expect(await readQueuedWrites()).toEqual([['person.edit', { company: 'Berg' }]]));
  });

  it('shows no company in the form of a person who is not a partner', async () => {
    await showEmployeeApp(`${IVAN_PATH}/edit`, savePeople(makePerson()));
    await type('City', 'Bonn');
    expect(screen.queryByRole('textbox', { name: 'Company' })).toBeNull();
    await press('Save');
    await waitFor(async () => expect(await readQueuedWrites()).toEqual([['person.edit', { city: 'Bonn' }]]));
  });
});

describe('the commission of a partner', () => {
  const month = (change: object) => ({
    ...{ month: '2026-11', donations_cents: 5_000, subscriptions_cents: 600, refunds_cents: 0, commission_cents: 560 },
    ...change,
  });
  const months = [month({}), month({ month: '2026-10', refunds_cents: 6_600, commission_cents: -100 })];
  const saved = (phone: PhoneDb) =>
    phone.pages.put({
      ...{ key: staffKeys.partner(IVAN), fetched_at: hoursFromNow(-3) },
      rows: [{ percent: 10, people: 12, months, at: hoursFromNow(-3) }],
    });

  it('shows the commission of a partner by month as last fetched, with the age of the data', async () => {
    await showEmployeeApp(IVAN_PATH, async (phone) => {
      await phone.people.put(makePartner({ commission_percent: 10 }));
      await saved(phone);
    });
    expect(await listRowsOf('Commission by month')).toEqual([
      'November 2026$5.60Donations $50.00, subscriptions $6.00',
      'October 2026-$1.00Donations $50.00, subscriptions $6.00, refunds $66.00',
    ]);
    expect(screen.getByText('10% of what 12 people in the branch paid')).toBeTruthy();
    expect(screen.getByText(/^As of /)).toBeTruthy();
    expect(screen.getByText('You are offline')).toBeTruthy();
    expect(account).toHaveBeenCalledWith('fetchPartner', IVAN);
  });

  it('says that the commission of a partner has not been fetched to this device', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePartner({ commission_percent: 10 })));
    expect(await screen.findByText(/^The commission hasn't synced to this device yet/)).toBeTruthy();
  });

  it('says that nothing was paid yet in the branch of a partner', async () => {
    account.mockResolvedValue({ ok: true });
    await showEmployeeApp(IVAN_PATH, async (phone) => {
      await phone.people.put(makePartner({ commission_percent: 10 }));
      const rows = [{ percent: 10, people: 1, months: [], at: hoursFromNow(-3) }];
      await phone.pages.put({ key: staffKeys.partner(IVAN), fetched_at: hoursFromNow(-3), rows });
    });
    expect(await screen.findByText('No payments yet.')).toBeTruthy();
    expect(screen.getByText('10% of what 1 person in the branch paid')).toBeTruthy();
  });

  it('lets an admin set the commission of a partner to a whole number up to 50', async () => {
    await showEmployeeApp(IVAN_PATH, savePeople(makePartner()), { me: { is_superuser: true } });
    await press('Set commission');
    const sheet = within(await screen.findByRole('dialog', { name: 'Commission' }));
    const field = sheet.getByRole('textbox', { name: 'Commission, %' });
    for (const value of ['51', '2.5', '-1', '']) {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
      expect(await sheet.findByText('Enter a whole number from 0 to 50')).toBeTruthy();
    }
    fireEvent.change(field, { target: { value: ' 50 ' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await readQueuedWrites())[0]?.[1]).toMatchObject({ percent: 50 }));
  });
});
