import type { PhoneDb } from '../../db/schema/db.ts';
import { saveLastScreen } from '../../db/storage/last-screens.ts';
import { buildOf } from '../../boot/build-of.ts';
import { widthClassOf, type SavedScreen } from '../../lib/last-screen.ts';
import { LOOK_KEY } from '../../lib/look-key.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { capture } from './capture.ts';

/** Maximum length of a stored screen as JSON. */
export const MAX_LENGTH = 100_000;

/**
 * Attributes `data-has-…` of the root element that mark a layout, an open sheet or a selection. None of them is set
 * when the stored screen is shown at the next start.
 */
const temporaryMarks = ['desk', 'fills-screen', 'selection', 'sheet', 'view', 'wide-content'];

/**
 * A screen with any of these is not stored: content that is still loading, a dialog, a form, an embedded page, or a
 * field for a password or a card.
 */
const privateContent =
  '[data-awaited], [aria-busy="true"], [role="dialog"], dialog, form, iframe, input[type="password"], [autocomplete^="cc-"]';

const isFilledIn = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.type !== 'checkbox' && field.type !== 'radio' && field.value !== '';

/**
 * Whether the open screen may be stored: it is in its initial state and shows nothing that is private or still loading.
 */
function isStorable(frame: Element): boolean {
  const root = document.documentElement;
  if (isViewing() || location.search !== '' || scrollY !== 0 || frame.getBoundingClientRect().top !== 0) return false;
  if (temporaryMarks.some((name) => root.hasAttribute(`data-has-${name}`))) return false;
  if (!frame.querySelector('main h1') || frame.querySelector(privateContent)) return false;
  return ![...frame.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(isFilledIn);
}

const variableNames = ['--bar', '--top'];

function variables(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(variableNames.map((name) => [name, style.getPropertyValue(name)]));
}

function styleSheets(): string[] {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return links.map((link) => link.getAttribute('href') ?? '');
}

/** The screen to be stored. */
export interface CapturedScreen {
  db: PhoneDb;
  /** Path of the screen. */
  path: string;
  /** Whether "/" leads to this screen. */
  isHome: boolean;
  /** The text that replaces the sync status. */
  unknown: string;
}

/** Stores the visible part of the open screen, if this is allowed. See: [Note: Last screen] */
export async function saveScreen({ db, path, isHome, unknown }: CapturedScreen): Promise<void> {
  const frame = document.querySelector('#root [data-rail]');
  const look = localStorage.getItem(LOOK_KEY);
  if (!frame || look === null || location.pathname !== path || !isStorable(frame)) return;
  const content = capture(frame, unknown);
  if (!content) return;
  const screen: SavedScreen = {
    build: buildOf(document),
    look,
    width: widthClassOf(innerWidth),
    db_version: db.backendDB().version,
    is_home: isHome,
    styles: styleSheets(),
    variables: variables(),
    content,
  };
  if (JSON.stringify(screen).length <= MAX_LENGTH) await saveLastScreen(db, path, screen);
}
