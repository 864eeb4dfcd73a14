import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionResult } from '../../src/bridge/results.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { freshPorts, openPhone, showApp, type RenderedApp } from './fake-app.tsx';
import { makeMember, memberId, saveBranch } from './team-maker.ts';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, id: string | null, more: boolean) => Promise<ActionResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

const OFFLINE: ActionResult = { ok: false, why: 'offline' };

beforeEach(() => {
  account.mockReset();
  account.mockResolvedValue({ ok: true });
});

const [lena, jonas, dmitri] = [
  makeMember(1, { first_name: 'Lena', last_initial: 'W', people: 2, line_1: 1 }),
  makeMember(2, { first_name: 'Jonas', last_initial: 'B', line: 2, people: 1, line_1: 1, joined: '2026-01' }),
  makeMember(3, { first_name: 'Dmitri', last_initial: '', city: null, people: 63 }),
];

/**
 * Shows a path on a device that has stored the user's team: Lena and Dmitri are in line 1. `prepare` stores further
 * rows.
 */
async function show(path: string, prepare: (db: PhoneDb) => Promise<void> = async () => {}): Promise<RenderedApp> {
  const ports = freshPorts();
  const db = await openPhone(ports);
  await saveBranch(db, null, [lena!, dmitri!], { people: 65, line_1: 2, this_month: 7 });
  await prepare(db);
  return showApp(path, ports);
}

const withBranches = async (db: PhoneDb): Promise<void> => {
  await saveBranch(db, lena!.id, [jonas!], { path: [lena!], people: 2, line_1: 1 });
  await saveBranch(db, jonas!.id, [makeMember(4, { line: 3 })], { path: [lena!, jonas!] });
};

const tree = () => screen.findByRole('tree', { name: 'Team' });
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
/** Returns the accessible name of an item: its text without the initials, which are hidden. */
function nameOf(element: Element): string {
  const label = element.cloneNode(true) as Element;
  for (const hidden of label.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return label.textContent.replaceAll(/\s+/g, ' ').trim();
}

const focused = () => nameOf(document.activeElement!);

describe('the tree of the team', () => {
  it('the tree of the team shows its figures and the first level, with the size of each branch', async () => {
    await show('/team');
    const items = within(await tree()).getAllByRole('treeitem');
    expect(items.map(nameOf)).toEqual([
      'Lena W. Line 1, Ulm 2 people in the branch',
      'Dmitri Line 1, March 2026 63 people in the branch',
    ]);
    const figures = ['65people', '2in line 1', '+7this month'];
    const shown = screen.getAllByRole('term').map((term) => `${term.nextSibling?.textContent}${term.textContent}`);
    expect(shown).toEqual(figures);
    expect(screen.getByText(/^As of 02 May/)).toBeTruthy();
    expect(account).toHaveBeenCalledWith('fetchBranch', null, false);
  });

  it('opens a branch of the team that is on this device, and refetches it', async () => {
    await show('/team', withBranches);
    const branch = await item(/^Lena/);
    expect(branch.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(branch.querySelector('[data-part="toggle"]')!);
    expect((await item(/^Jonas/)).getAttribute('aria-level')).toBe('2');
    expect(branch.getAttribute('aria-expanded')).toBe('true');
    const group = branch.nextElementSibling as HTMLElement;
    expect(group.getAttribute('role')).toBe('group');
    expect(within(group).getAllByRole('treeitem')).toHaveLength(1);
    expect(account).toHaveBeenCalledWith('fetchBranch', lena!.id, false);
    fireEvent.click(branch.querySelector('[data-part="toggle"]')!);
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Jonas/ })).toBeNull());
  });

  it('shows the age of a branch of the team that could not be refetched', async () => {
    account.mockResolvedValue(OFFLINE);
    await show('/team', withBranches);
    expect(await screen.findByText(/^As of 02 May.*\. You are offline$/)).toBeTruthy();
    fireEvent.click((await item(/^Lena/)).querySelector('[data-part="toggle"]')!);
    await item(/^Lena W\.\s+Line 1, Ulm, as of 02 May/);
    await item(/^Jonas/);
  });

  it('says that a branch of the team is not on this device, and fetches it on request', async () => {
    account.mockImplementation(async (_, id) => (id === null ? { ok: true } : OFFLINE));
    await show('/team');
    fireEvent.click((await item(/^Dmitri/)).querySelector('[data-part="toggle"]')!);
    await item(/^Dmitri.*not on this device/);
    const again = await item(/Try again$/);
    expect(again.textContent).toContain('You need to be online');
    account.mockClear();
    fireEvent.click(again);
    await waitFor(() => expect(account).toHaveBeenCalledWith('fetchBranch', dmitri!.id, false));
  });

  it('fetches the next page of a branch of the team on request', async () => {
    await show('/team', (db) => saveBranch(db, null, [lena!], { next: 2 }));
    fireEvent.click(await item(/^Show more/));
    await waitFor(() => expect(account).toHaveBeenCalledWith('fetchBranch', null, true));
  });

  it('keeps branches of the team open while a person is shown, without fetching them again', async () => {
    await show('/team', withBranches);
    fireEvent.click((await item(/^Lena/)).querySelector('[data-part="toggle"]')!);
    fireEvent.click(await item(/^Jonas/));
    await screen.findByRole('heading', { level: 1, name: 'Jonas B.' });
    account.mockClear();
    fireEvent.click(screen.getAllByRole('link', { name: 'Team' }).at(-1)!);
    await item(/^Jonas/);
    expect(account.mock.calls).toEqual([['fetchBranch', null, false]]);
  });

  it('the tree of the team shows no branches below the fifth level', async () => {
    const rows = [makeMember(8, { line: 5, people: 3 })];
    await show('/team', (db) => saveBranch(db, null, rows));
    expect((await item(/^Nina8/)).getAttribute('aria-expanded')).toBeNull();
  });

  it('the tree of the team shows a removed account without a name', async () => {
    const removed = { first_name: '', last_initial: '', city: null, joined: null, people: 4, is_removed: true };
    await show('/team', (db) => saveBranch(db, null, [makeMember(5, removed)]));
    expect(nameOf(await item(/^Removed account/))).toBe('Removed account Line 1 4 people in the branch');
  });

  it('suggests an invitation if no one has registered with the promo code yet', async () => {
    await show('/team', (db) => saveBranch(db, null, []));
    await screen.findByText(/^No one in your team yet/);
    expect(screen.getByRole('link', { name: 'Invite someone' }).getAttribute('href')).toBe('/team/invite');
  });

  it('explains that the team was never fetched, and tries again on request', async () => {
    account.mockResolvedValue(OFFLINE);
    await show('/team', (db) => db.pages.clear());
    await screen.findByText(/Your team hasn't synced to this device yet/);
    account.mockClear();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('fetchBranch', null, false));
  });
});

describe('the keyboard in the tree', () => {
  it('arrow keys move through the tree of the team and open or close its branches', async () => {
    await show('/team', withBranches);
    const first = await item(/^Lena/);
    expect(
      within(await tree())
        .getAllByRole('treeitem')
        .map(({ tabIndex }) => tabIndex),
    ).toEqual([0, -1]);
    first.focus();
    press('ArrowDown');
    expect(focused()).toMatch(/^Dmitri/);
    press('ArrowDown');
    expect(focused()).toMatch(/^Dmitri/);
    press('Home');
    expect(focused()).toMatch(/^Lena/);
    press('ArrowRight');
    await item(/^Jonas/);
    expect(focused()).toMatch(/^Lena/);
    press('ArrowRight');
    expect(focused()).toMatch(/^Jonas/);
    press('ArrowLeft');
    expect(focused()).toMatch(/^Lena/);
    press('End');
    expect(focused()).toMatch(/^Dmitri/);
    press('j');
    expect(focused()).toMatch(/^Jonas/);
    press('ArrowUp');
    expect(focused()).toMatch(/^Lena/);
    press('ArrowLeft');
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Jonas/ })).toBeNull());
    expect(
      within(await tree())
        .getAllByRole('treeitem')
        .map(({ tabIndex }) => tabIndex),
    ).toEqual([0, -1]);
  });

  it('Enter opens the focused person in the tree of the team', async () => {
    const { path } = await show('/team', withBranches);
    (await item(/^Lena/)).focus();
    press('Enter');
    await waitFor(() => expect(path()).toBe(`/team/${lena!.id}`));
  });
});

describe('the table of the team', () => {
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

  it('the table of the team lists everyone on this device and sorts by a column', async () => {
    await show('/team?view=table', withBranches);
    await screen.findByRole('table', { name: 'Team' });
    expect(names()).toEqual(['Lena W.', 'Dmitri', 'Jonas B.', 'Nina4 F.']);
    fireEvent.click(screen.getByRole('button', { name: 'People' }));
    expect(names()).toEqual(['Dmitri', 'Lena W.', 'Jonas B.', 'Nina4 F.']);
    expect(screen.getByRole('columnheader', { name: 'People' }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Dmitri', 'Jonas B.', 'Lena W.', 'Nina4 F.']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('switches between tree and table of the team, and keeps the choice in the URL', async () => {
    const { path } = await show('/team', withBranches);
    fireEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    await waitFor(() => expect(path()).toBe('/team?view=table'));
    fireEvent.click(screen.getByRole('radio', { name: 'Tree' }));
    await waitFor(() => expect(path()).toBe('/team'));
  });

  it('the table of the team shows only people who match the search', async () => {
    await show('/team?q=jonas', withBranches);
    await screen.findByText('1 person on this device');
    expect(names()).toEqual(['Jonas B.']);
  });

  it('says that a search of the team covers only what is on this device', async () => {
    await show('/team?q=nobody', withBranches);
    await screen.findByText(/^No matches among the people on this device/);
  });
});

describe('a person of the team', () => {
  it('the screen of a team member shows their team with the age of the data, and that no number is shared', async () => {
    await show(`/team/${jonas!.id}`, withBranches);
    await screen.findByRole('heading', { level: 1, name: 'Jonas B.' });
    expect(screen.getByText('Line 2, joined January 2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Lena W.' }).getAttribute('href')).toBe(`/team/${lena!.id}`);
    const team = within(screen.getByRole('list', { name: 'Their team' }));
    expect(team.getByRole('link', { name: 'Nina4 F.' }).getAttribute('href')).toBe(`/team/${memberId(4)}`);
    expect(screen.getByText(/^as of 02 May/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
    expect(screen.getByText(/doesn't share a phone number/)).toBeTruthy();
    expect(account).toHaveBeenCalledWith('fetchBranch', jonas!.id, false);
  });

  it('a team member who shares contact details can be called, messaged and emailed', async () => {
    const shown = { phone: '+4915200000001', email: 'lena@example.org' };
    await show(`/team/${lena!.id}`, (db) => saveBranch(db, null, [{ ...lena!, ...shown }]));
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link('Call')).toBe('tel:+4915200000001');
    expect(await link('Telegram')).toBe('https://t.me/+4915200000001');
    expect(await link('lena@example.org')).toBe('mailto:lena@example.org');
  });

  it('the screen of a team member marks people of their team who joined this month', async () => {
    const month = new Date().toISOString().slice(0, 7);
    await show(`/team/${lena!.id}`, (db) =>
      saveBranch(db, lena!.id, [makeMember(6, { joined: month }), makeMember(7)], { path: [lena!] }),
    );
    const rows = await screen.findAllByRole('listitem');
    const marked = rows.filter(({ textContent }) => textContent?.includes('New'));
    expect(marked.map((row) => within(row).getByRole('link').textContent)).toEqual(['Nina6 F.']);
  });

  it('the screen of a team member fetches more of their team on request', async () => {
    await show(`/team/${lena!.id}`, (db) => saveBranch(db, lena!.id, [jonas!], { path: [lena!], next: 2 }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('fetchBranch', lena!.id, true));
  });

  it('says that a person who has left is no longer in the team', async () => {
    account.mockResolvedValue({ ok: false, why: 'refused', code: 'not_found' });
    await show(`/team/${lena!.id}`);
    await screen.findByText('This person is not in your team, or has left.');
    expect(screen.queryByText('How you are connected')).toBeNull();
  });

  it('offers to refetch a team member who is not on this device', async () => {
    account.mockResolvedValue(OFFLINE);
    await show(`/team/${memberId(99)}`);
    await screen.findByText(/^This person is not on this device yet/);
    account.mockClear();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(account).toHaveBeenCalledWith('fetchBranch', memberId(99), false));
  });

  it('a team member with a removed account has a team, but no contact details', async () => {
    const removed = { ...lena!, first_name: '', last_initial: '', city: null, joined: null, is_removed: true };
    await show(`/team/${lena!.id}`, (db) => saveBranch(db, lena!.id, [jonas!], { path: [removed] }));
    await screen.findByRole('heading', { level: 1, name: 'Removed account' });
    expect(screen.queryByText(/phone number/)).toBeNull();
    expect(screen.getByRole('list', { name: 'Their team' })).toBeTruthy();
  });
});
