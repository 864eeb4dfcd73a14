import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatDate } from '../../src/lib/dates.ts';
import { chooseOption, typeOption } from './controls.ts';
import { hoursFromNow } from './news-maker.ts';
import { press, readQueuedWrites, listRowsOf, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson, OLGA } from './people-maker.ts';
import { chooseFiles, contractFile, makePartner, pdfFile, savePeople, SHA, SINCE, type } from './partner-maker.ts';
import { stubFileUrls, textOf } from './stub-browser.ts';

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
    import('../../src/features/people/partner/partners-screen.tsx'),
    import('../../src/features/people/person-screen.tsx'),
    import('../../src/features/people/lead-screens.tsx'),
    import('../../src/db/outbox/outbox.ts'),
    import('libphonenumber-js/min'),
  ]);
});
beforeEach(() => {
  fetchBlob.mockReset().mockResolvedValue({ ok: false });
});

/** Renders the page as in a wide window. */
const onDesk = (width = 1440) => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ matches: true, media, addEventListener: () => {}, removeEventListener: () => {} },
  }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
};

describe('the list of partners', () => {
  const olga = makePartner({
    ...{ id: OLGA, first_name: 'Olga', last_name: 'Kern', phone: null, company: '', commission_percent: 10 },
    ...{ responsible_id: OLGA, responsible_name: 'Timur Nazarov', status: 'not_active' },
  });
  const lead = makePerson({ id: SHA.slice(0, 36), first_name: 'Lead' });

  it('lists only partners, sorted by name, with company, commission and employee', async () => {
    await showEmployeeApp('/partners', savePeople(makePartner(), olga, lead));
    const rows = await listRowsOf('Partners');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/Ivan Petrov.*Active.*Berg Books, Anna Berg/);
    expect(rows[1]).toMatch(/Olga Kern.*Not active.*Commission 10%, Timur Nazarov/);
    expect(screen.getByText('2 partners')).toBeTruthy();
  });

  it('finds partners by name, company and number', async () => {
    await showEmployeeApp('/partners', savePeople(makePartner(), olga));
    for (const [text, name] of [
      ['berg b', 'Ivan'],
      ['kern', 'Olga'],
      ['511234', 'Ivan'],
    ] as const) {
      fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } });
      await waitFor(async () =>
        expect((await listRowsOf('Partners')).map((row) => row.includes(name))).toEqual([true]),
      );
    }
  });

  it('filters partners by status, employee and commission in the URL, and clears the filters', async () => {
    const { path } = await showEmployeeApp('/partners', savePeople(makePartner(), olga));
    await listRowsOf('Partners');
    await chooseOption('Status', 'Active');
    await waitFor(async () => expect(await listRowsOf('Partners')).toHaveLength(1));
    await chooseOption('Commission', 'With commission');
    expect(await screen.findByText('No matches.')).toBeTruthy();
    expect(path()).toBe('/partners?status=active&commission=yes');
    await press('Clear all filters');
    await waitFor(async () => expect(await listRowsOf('Partners')).toHaveLength(2));
    await chooseOption('Employee', 'Timur Nazarov');
    await waitFor(async () => expect((await listRowsOf('Partners'))[0]).toContain('Olga Kern'));
    expect(path()).toBe(`/partners?responsible=${OLGA}`);
    await chooseOption('Commission', 'Without commission');
    expect(await screen.findByText('No matches.')).toBeTruthy();
  });

  it('says that there are no partners yet', async () => {
    await showEmployeeApp('/partners', async () => {});
    expect(await screen.findByText(/^No partners yet/)).toBeTruthy();
  });

  it('says that partners have not synced to a new device', async () => {
    await showEmployeeApp('/partners', async () => {}, { status: { last_fetched_at: null } });
    expect(await screen.findByText("Your partners haven't synced to this device yet.")).toBeTruthy();
  });

  it('shows partners as a table on a wide screen, sorted by a column header', async () => {
    onDesk();
    const { path } = await showEmployeeApp(
      '/partners?sort=commission&down=1',
      savePeople(makePartner({ partner_files: [contractFile] }), olga),
    );
    const grid = await screen.findByRole('grid', { name: 'Partners' });
    const names = () =>
      within(grid)
        .getAllByRole('rowheader')
        .map((cell) => within(cell).getByRole('link').textContent);
    expect(names()).toEqual(['Olga Kern', 'Ivan Petrov']);
    const [, , second] = within(grid).getAllByRole('row');
    expect(second!.textContent).toMatch(/Berg BooksActiveAnna Berg/);
    expect(second!.textContent).toContain(`1${formatDate(SINCE)}`);
    fireEvent.click(within(grid).getByRole('button', { name: 'Company' }));
    await waitFor(() => expect(names()).toEqual(['Ivan Petrov', 'Olga Kern']));
    expect(path()).toContain('sort=company');
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it.each([
    [1023, false],
    [1024, true],
  ])('in a window of %i px, the table of partners has the less important columns: %s', async (width, isShown) => {
    onDesk(width);
    await showEmployeeApp('/partners', savePeople(makePartner(), olga));
    const grid = within(await screen.findByRole('grid', { name: 'Partners' }));
    const heads = grid.getAllByRole('columnheader').map(({ textContent }) => textContent);
    for (const head of ['Phone', 'Files', 'Partner since']) expect(heads.includes(head)).toBe(isShown);
    expect(heads).toContain('Commission');
  });

  it('shows the search and the filters of the table in one line with its buttons, even if no partner matches', async () => {
    onDesk();
    const { path } = await showEmployeeApp('/partners?status=waiting', savePeople(makePartner(), olga));
    expect(await screen.findByText('No matches.')).toBeTruthy();
    const line = () => screen.getByRole('button', { name: 'Columns' }).parentElement!.parentElement!;
    expect(within(line()).getByRole('searchbox', { name: 'Search partners' })).toBeTruthy();
    expect(within(line()).getByRole('group', { name: 'Filters' })).toBeTruthy();
    expect(within(line()).getByText('0 partners')).toBeTruthy();
    expect(screen.queryByRole('grid', { name: 'Partners' })).toBeNull();
    await press('Clear all filters');
    expect(await screen.findByRole('grid', { name: 'Partners' })).toBeTruthy();
    expect(within(line()).getByText('2 partners')).toBeTruthy();
    expect(path()).toBe('/partners');
  });

  it.each([
    ['name', ['Ivan', 'Olga']],
    ['company', ['Ivan', 'Olga']],
    ['status', ['Ivan', 'Olga']],
    ['employee', ['Ivan', 'Olga']],
    ['commission', ['Ivan', 'Olga']],
    ['files', ['Olga', 'Ivan']],
    ['since', ['Olga', 'Ivan']],
  ] as const)('sorts partners by %s', async (sort, expected) => {
    const older = { ...olga, partner_since: hoursFromNow(-1000) };
    await showEmployeeApp(`/partners?sort=${sort}`, savePeople(older, makePartner({ partner_files: [contractFile] })));
    const rows = await listRowsOf('Partners');
    expect(rows.map((row) => /Ivan|Olga/.exec(row)?.[0])).toEqual(expected);
  });

  it('previews a partner with the commission beside the table, and keeps the selection', async () => {
    onDesk();
    const { path } = await showEmployeeApp('/partners', savePeople(makePartner(), olga));
    const grid = await screen.findByRole('grid', { name: 'Partners' });
    fireEvent.click(within(grid).getAllByRole('checkbox')[1]!);
    await screen.findByRole('toolbar');
    fireEvent.click(within(grid).getByText('Timur Nazarov'));
    const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
    expect(panel.getByRole('heading', { name: 'Olga Kern' })).toBeTruthy();
    expect(panel.getByText('10%')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toContain(`/user/view-details/${olga.id}`);
    expect(path()).toContain(`open=${olga.id}`);
    expect(screen.getByRole('toolbar').textContent).toContain('1 selected');
    fireEvent.click(panel.getByRole('button', { name: 'Close preview' }));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull());
  });

  it('lets managers export all partners, or only the selected ones, as CSV with the shown columns', async () => {
    onDesk();
    const files = stubFileUrls();
    const formula = makePartner({ company: '=1+1', partner_files: [contractFile] });
    await showEmployeeApp('/partners', savePeople(formula, olga), { me: { is_manager: true } });
    await press('Export CSV');
    const grid = await screen.findByRole('grid', { name: 'Partners' });
    await press('Columns');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'City' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(within(grid).getAllByRole('checkbox')[2]!);
    await screen.findByRole('toolbar');
    await press('Export CSV');
    const head = 'Name,Company,Status,Employee,Phone,Commission,Files,Partner since';
    const [all, chosen] = await Promise.all(files.map(textOf));
    expect(all).toBe(
      `\uFEFF${head}\r\nIvan Petrov,'=1+1,Active,Anna Berg,+4915112345678,,1,${SINCE}\r\n` +
        `Olga Kern,,Not active,Timur Nazarov,,10,0,${SINCE}\r\n`,
    );
    expect(chosen).toBe(
      `\uFEFF${head.replace('Phone', 'Phone,City')}\r\nOlga Kern,,Not active,Timur Nazarov,,Berlin,10,0,${SINCE}\r\n`,
    );
  });
});

describe('the selected partners', () => {
  it('assigns the selected partners offline with one write each, skipping partners already assigned', async () => {
    onDesk();
    const other = makePartner({ id: OLGA, first_name: 'Olga', responsible_id: OLGA });
    await showEmployeeApp('/partners', async (phone) => {
      await phone.people.bulkPut([makePartner(), other]);
      await phone.employees.put(makeEmployee({ in_team: true }));
    });
    const grid = await screen.findByRole('grid', { name: 'Partners' });
    fireEvent.click(within(grid).getAllByRole('checkbox')[0]!);
    fireEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Assign' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Assign' }));
    await typeOption(/Employee/, 'Olga', 'Olga Kern');
    fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
    await waitFor(async () => expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['lead.give']));
    expect(await screen.findByText('Unchanged: 1')).toBeTruthy();
  });
});

describe('a new partner', () => {
  it('creates a partner offline with separate writes for the person, the partnership and the file', async () => {
    const { path } = await showEmployeeApp('/partners/new', async () => {});
    await type('First name', 'Petra');
    await type('Company', 'Lang Books');
    await type('Phone', '+49 1511 2345679');
    await type('Note on the partner', 'Call before noon');
    await chooseFiles(pdfFile());
    expect((await listRowsOf('Files'))[0]).toContain('contract.pdf');
    await press('Add partner');
    await waitFor(async () => expect(await readQueuedWrites()).toHaveLength(3));
    const [lead, step, file] = await readQueuedWrites();
    expect([lead?.[0], step?.[0], file?.[0]]).toEqual(['lead.create', 'partner.make', 'partner.attach']);
    expect(lead?.[1]).not.toHaveProperty('company');
    expect(step?.[1]).toMatchObject({ company: 'Lang Books', partner_note: 'Call before noon' });
    expect(file?.[1]).toMatchObject({ file: { name: 'contract.pdf', mime: 'application/pdf', bytes: 8 } });
    await waitFor(() => expect(path()).toMatch(/^\/user\/view-details\//));
    expect(await screen.findByRole('heading', { name: 'Partner' })).toBeTruthy();
  });

  it('requires the fields of a new partner, and warns about a person with the same number', async () => {
    await showEmployeeApp('/partners/new', savePeople(makePerson()));
    await press('Add partner');
    expect((await screen.findAllByText('Please, fill all necessary fields')).length).toBeGreaterThan(0);
    expect(await readQueuedWrites()).toEqual([]);
    await type('Phone', '+49 151 12345678');
    expect(await screen.findByText(/Possible duplicate/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Save anyway' })).toBeTruthy();
  });

  it('removes a chosen file of a new partner, and rejects files of other types or over 10 MB', async () => {
    await showEmployeeApp('/partners/new', async () => {});
    await chooseFiles(pdfFile('one.pdf'), new File(['<p>'], 'page.pdf'), pdfFile('huge.pdf', 10 * 1024 * 1024));
    expect(await screen.findByText(/page.pdf: Only PDF, JPEG and PNG.*huge.pdf: Larger than 10 MB/)).toBeTruthy();
    expect(await listRowsOf('Files')).toHaveLength(1);
    await press('Remove one.pdf');
    await waitFor(() => expect(screen.queryByText('one.pdf')).toBeNull());
    await chooseFiles(...Array.from({ length: 6 }, (_, index) => pdfFile(`${index}.pdf`, index)));
    expect(await screen.findByText('You can add at most 5 files')).toBeTruthy();
    expect(await listRowsOf('Files')).toHaveLength(5);
    expect(screen.getByRole('button', { name: 'Add file' }).hasAttribute('disabled')).toBe(true);
  });
});
