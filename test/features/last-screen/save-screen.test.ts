import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_LENGTH, saveScreen } from '../../../src/app/last-screen/save-screen.ts';
import { saveMeta } from '../../../src/db/schema/meta.ts';
import { saveStatus } from '../../../src/db/schema/sync-meta.ts';
import { openGates, type SyncStatus } from '../../../src/db/schema/sync-status.ts';
import { LAST_SCREEN_PREFIX, type SavedScreen } from '../../../src/lib/last-screen.ts';
import { LOOK_KEY } from '../../../src/lib/look-key.ts';
import { setViewMode } from '../../../src/lib/view-mode.ts';
import { makePhoneDb } from '../../helpers/phone.ts';

const frameOf = (main: string) => `<div data-rail="wide" class="frame"><main><h1>Contacts</h1>${main}</main></div>`;
const rows = '<a href="/contacts/1">Anna</a>';

let db: ReturnType<typeof makePhoneDb>['db'];
const stored = async (path = '/contacts') =>
  (await db.meta.get(LAST_SCREEN_PREFIX + path))?.value as SavedScreen | undefined;

/** Stores a screen with this content. Returns what was stored. */
async function save(main = rows, path = '/contacts'): Promise<SavedScreen | undefined> {
  document.body.innerHTML = `<div id="root">${frameOf(main)}</div>`;
  await saveScreen({ db, path, isHome: true, unknown: 'Loading' });
  return stored(path);
}

beforeEach(async () => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
  ({ db } = makePhoneDb());
  await db.open();
  await saveMeta(db, 'token', 'token');
  history.replaceState(null, '', '/contacts');
  localStorage.setItem(LOOK_KEY, '{}');
  document.head.innerHTML =
    '<link rel="modulepreload" href="/assets/index-1.js" data-app><link rel="stylesheet" href="/assets/a.css">' +
    '<link rel="stylesheet" href="/assets/b.css"><link rel="icon" href="/x.png">';
});

// Other test files use the same window.
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
  document.head.replaceChildren();
});

test('stores what the next start needs to show the screen', async () => {
  document.documentElement.style.setProperty('--bar', '57px');
  expect(await save()).toEqual({
    build: 'http://localhost:3000/assets/index-1.js',
    look: '{}',
    width: 2,
    db_version: db.backendDB().version,
    is_home: true,
    styles: ['/assets/a.css', '/assets/b.css'],
    variables: { '--bar': '57px', '--top': '' },
    content: [
      'div',
      { 'data-rail': 'wide', class: 'frame' },
      ['main', {}, ['h1', {}, 'Contacts'], ['a', { href: '/contacts/1' }, 'Anna']],
    ],
  });
  document.documentElement.removeAttribute('style');
});

test.each([
  [719, 0],
  [720, 1],
  [1023, 1],
  [1024, 2],
])('stores the layout of a window of %i px with the screen', async (width, layout) => {
  vi.stubGlobal('innerWidth', width);
  expect((await save())?.width).toBe(layout);
});

describe('screens that are not stored', () => {
  test.each([
    ['a screen whose rows are awaited', '<div data-awaited></div>'],
    ['a table that is loading', '<div aria-busy="true"></div>'],
    ['a screen with a form', '<form></form>'],
    ['a password', '<input type="password">'],
    ['the data of a card', '<input autocomplete="cc-number">'],
    ['a payment page', '<iframe></iframe>'],
    ['an open dialog', '<div role="dialog"></div>'],
    ['an open modal', '<dialog></dialog>'],
    ['a search', '<input type="search" value="ann">'],
    ['a text that is being written', '<textarea>draft</textarea>'],
  ])('does not store %s', async (_, main) => {
    expect(await save(rows + main)).toBeUndefined();
  });

  test.each([
    ['an empty search', '<input type="search">'],
    ['a checkbox', '<input type="checkbox" checked>'],
    ['a radio button', '<input type="radio">'],
  ])('stores a screen with %s', async (_, main) => {
    expect(await save(rows + main)).toBeDefined();
  });

  test('does not store a screen without a title', async () => {
    document.body.innerHTML = '<div id="root"><div data-rail="wide"><main></main></div></div>';
    await saveScreen({ db, path: '/contacts', isHome: true, unknown: '' });
    expect(await stored()).toBeUndefined();
  });

  test.each(['desk', 'fills-screen', 'selection', 'sheet', 'view', 'wide-content'])(
    'does not store a screen in the state %s',
    async (state) => {
      document.documentElement.toggleAttribute(`data-has-${state}`, true);
      expect(await save()).toBeUndefined();
    },
  );

  test('does not store a screen while the app is viewed as another person', async () => {
    setViewMode(() => {});
    expect(await save()).toBeUndefined();
    setViewMode(null);
  });

  test('does not store a screen that was left in the meantime, or has search parameters', async () => {
    history.replaceState(null, '', '/lessons');
    expect(await save()).toBeUndefined();
    history.replaceState(null, '', '/contacts?category=1');
    expect(await save()).toBeUndefined();
  });

  test('does not store a screen that is scrolled, or that is shown below a notice', async () => {
    Object.assign(window, { scrollY: 1 });
    expect(await save()).toBeUndefined();
    Object.assign(window, { scrollY: 0 });
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 1 } as DOMRect);
    expect(await save()).toBeUndefined();
    rect.mockRestore();
    expect(await save()).toBeDefined();
  });

  test('does not store a screen of more than 100 kB', async () => {
    const spare = MAX_LENGTH - JSON.stringify(await save('')).length;
    expect(MAX_LENGTH).toBe(100_000);
    expect(await save('x'.repeat(spare - 3))).toBeDefined();
    await db.meta.clear();
    await saveMeta(db, 'token', 'token');
    expect(await save('x'.repeat(spare))).toBeUndefined();
  });

  test('does not store a screen in an unknown language', async () => {
    localStorage.clear();
    expect(await save()).toBeUndefined();
  });

  test.each<[string, Partial<SyncStatus>]>([
    ['the login is no longer valid', { gates: { ...openGates, auth: true } }],
    ['the access is blocked', { gates: { ...openGates, blocked: true } }],
    ['the user is shut out', { shut: true }],
  ])('does not store a screen if %s', async (_, status) => {
    await saveStatus(db, status);
    expect(await save()).toBeUndefined();
  });

  test('does not store a screen after a logout', async () => {
    await saveMeta(db, 'token', null);
    expect(await save()).toBeUndefined();
  });
});
