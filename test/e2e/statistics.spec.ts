import type { Page } from '@playwright/test';
import type { Figure } from '../../contract/api-calls/statistics.ts';
import { figureNames, type FigureName } from '../../contract/statistics.ts';
import { statisticsKeys } from '../../src/lib/cached-pages.ts';
import { goToPath, logIn, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

const PERIOD = 'quarter';

interface SavedPage {
  key: string;
  rows: unknown[];
  about?: { count: number };
}

type Figures = Partial<Record<FigureName, Figure>>;

/** The tables of the statistics as they are stored on the device. */
type Tables = [
  Figures,
  { rows: ({ country: string | null } & Figures)[] },
  { rows: ({ user_id: string | null } & Figures)[] },
];

async function savedPage(page: Page, key: string): Promise<SavedPage | undefined> {
  return (await tableRows<SavedPage>(page, 'pages')).find((saved) => saved.key === key);
}

/** Figures that add up a value of each record. All other figures count records. */
const summed: readonly string[] = ['time_spent', 'donations_sum'];

/**
 * Opens the list that a link leads to, and reads all its pages. Returns the sum of its records' values, or the number
 * of records if the figure counts records.
 */
async function totalOfList(page: Page, link: URL): Promise<number> {
  const { figure = '', employee = '', country = '' } = Object.fromEntries(link.searchParams);
  await goToPath(page, link.pathname + link.search);
  let [count, read, sum] = [1, 0, 0];
  for (let number = 1; read < count; number += 1) {
    const query = { figure: figure as FigureName, period: PERIOD, employee, country, page: number } as const;
    const key = statisticsKeys.records(query);
    await expect.poll(() => savedPage(page, key), { message: key }).toBeDefined();
    const saved = (await savedPage(page, key))!;
    count = saved.about?.count ?? 0;
    await expect(page.getByText(count === 1 ? '1 record' : `${count} records`, { exact: true })).toBeVisible();
    const list = page.getByRole('main').getByRole('list').last();
    await expect(list.getByRole('listitem')).toHaveCount(saved.rows.length);
    read += saved.rows.length;
    sum += (saved.rows as { value: number }[]).reduce((total, { value }) => total + value, 0);
    if (read < count) await page.getByRole('button', { name: 'Older' }).click();
  }
  return summed.includes(figure) ? sum : count;
}

// Another test on the same server might leave a task running, whose time would grow between the figure and its list.
test('each statistics figure links to a list whose records add up to the figure', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, 'manager', `/statistics?period=${PERIOD}`);
  await expect(page.getByRole('grid', { name: 'By employee' })).toBeVisible();
  const [totals, countries, staff] = (await savedPage(page, statisticsKeys.period(PERIOD)))!.rows as Tables;
  const valueAt = ({ searchParams }: URL): number | undefined => {
    const [employee, country] = [searchParams.get('employee'), searchParams.get('country')];
    const byEmployee = staff.rows.find(({ user_id }) => (user_id ?? 'none') === employee);
    const byCountry = countries.rows.find((row) => (row.country ?? 'none') === country);
    return (byEmployee ?? byCountry ?? totals)[searchParams.get('figure') as FigureName]?.value;
  };

  // Each figure is a tab with a link to its list.
  const hrefs: string[] = [];
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(figureNames.length);
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    if (await tab.isDisabled()) continue;
    hrefs.push((await page.getByRole('link', { name: 'Show the list' }).getAttribute('href'))!);
  }
  expect(new Set(hrefs).size).toBe(figureNames.length);

  // Each number of the tables that is not zero is a link, too.
  const shown = page.getByRole('grid').locator('a[href^="/statistics/records"]');
  for (const link of await shown.all()) hrefs.push((await link.getAttribute('href'))!);
  const isShown = (name: FigureName, figures: Figures): boolean => (figures[name]?.value ?? 0) > 0;
  const inTables = [...staff.rows, totals].flatMap((row) => figureNames.filter((name) => isShown(name, row)));
  expect(hrefs.length).toBeGreaterThan(figureNames.length + inTables.length);

  const links = [...new Set(hrefs)].map((href) => new URL(href, 'http://localhost'));
  for (const link of links.filter((each) => valueAt(each) !== 0))
    expect([link.search, await totalOfList(page, link)]).toEqual([link.search, valueAt(link)]);
});
