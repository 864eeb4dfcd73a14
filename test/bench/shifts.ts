import type { BrowserContext, Page } from '@playwright/test';
import { goToPath, waitUntilReadyForOffline, type Who } from '../e2e/helpers/phone.ts';
import { listAdminPaths, listLearnerPaths, listStaffPaths } from '../e2e/helpers/screens.ts';
import { withDemoServer } from './demo-server.ts';
import type { Figures } from './figures.ts';
import { secondsToMirror, withPhone } from './phone.ts';
import { readShiftsWhenSettled, watchShifts } from '../e2e/helpers/shift-watch.ts';
import { isWantedRole } from './roles.ts';

/** Maximum sum of the layout shifts of a screen. */
const LIMIT = 0.02;

/** Factor by which the processor of the page is slowed down. */
const SLOWDOWN = 4;

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};
type Size = keyof typeof sizes;

const roleScreens: readonly { who: Who; home: string; pathsOf: (page: Page) => Promise<string[]> }[] = [
  { who: 'learner', home: '/dashboard', pathsOf: listLearnerPaths },
  { who: 'consultant', home: '/staff-dashboard', pathsOf: listStaffPaths },
  { who: 'manager', home: '/staff-dashboard', pathsOf: listStaffPaths },
  { who: 'admin', home: '/main/admin/users/all', pathsOf: listAdminPaths },
];

/** The screen from which all other screens are opened by a tap. It is itself opened from another screen. */
const START = '/more';

/**
 * Whether the screen with this line of the report is measured. All screens are, unless the environment variable is a
 * pattern for the lines, such as `SCREENS="manager phone /tasks"`.
 */
const isWanted = (line: string): boolean => new RegExp(process.env['SCREENS'] ?? '').test(line);

interface OpenedScreen {
  name: string;
  shift: number;
  shifted: string[];
}

/** Opens a screen within the app right after a key press, because browsers do not count shifts that follow a tap. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Shift');
  await goToPath(page, path);
}

/** Opens a screen by its URL and then again by navigation within the app. Returns the layout shifts of both. */
async function openTwice(page: Page, name: string, path: string): Promise<OpenedScreen[]> {
  await page.goto(path);
  const first = await readShiftsWhenSettled(page);
  await navigate(page, path === START ? '/help' : START);
  await readShiftsWhenSettled(page);
  await navigate(page, path);
  const navigated = await readShiftsWhenSettled(page);
  return [
    { name: `${name} (start)`, ...first },
    { name: `${name} (within)`, ...navigated },
  ];
}

const withoutIds = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

function printScreen({ name, shift, shifted }: OpenedScreen): void {
  const isWithinLimit = shift <= LIMIT;
  process.stdout.write(`${isWithinLimit ? 'pass' : 'FAIL'} ${shift.toFixed(3)} ${name}\n`);
  if (!isWithinLimit) for (const line of shifted) process.stdout.write(`       ${line}\n`);
}

/** Opens the screens of a person at one size, and prints a line for each. */
async function measureScreens(page: Page, who: Who, size: Size, paths: readonly string[]): Promise<OpenedScreen[]> {
  await page.setViewportSize(sizes[size]);
  const all: OpenedScreen[] = [];
  for (const path of paths) {
    const name = `${who} ${size} ${withoutIds(path)}`;
    if (!isWanted(name)) continue;
    const opened = await openTwice(page, name, path);
    opened.forEach(printScreen);
    all.push(...opened);
  }
  return all;
}

/** Logs in, waits until the data and the app are on the device, and then slows the page down. */
async function prepare(context: BrowserContext, page: Page, who: Who, home: string): Promise<void> {
  await secondsToMirror(page, `${who}@example.org`, home);
  await waitUntilReadyForOffline(page);
  await watchShifts(context);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/**
 * Opens every screen of each role on a phone and on a desktop with a slow processor, and adds up the layout shifts that
 * were not caused by input.
 */
export async function measureShifts(): Promise<Figures> {
  const all: OpenedScreen[] = [];
  await withDemoServer(async ({ url }) => {
    for (const { who, home, pathsOf } of roleScreens.filter(isWantedRole))
      await withPhone(url, async (context, page) => {
        await prepare(context, page, who, home);
        const paths = await pathsOf(page);
        for (const size of Object.keys(sizes) as Size[]) all.push(...(await measureScreens(page, who, size, paths)));
      });
  });
  const failed = all.filter(({ shift }) => shift > LIMIT);
  return {
    'screens opened': all.length,
    [`screens that shift by more than ${LIMIT}`]: failed.length,
    'largest layout shift of a screen': Math.max(0, ...all.map(({ shift }) => shift)),
  };
}
