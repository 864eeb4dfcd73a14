import { languages } from '../../../contract/preference-values.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';
import type { Caller, CallHandlers } from '../../handlers.ts';

type PageCalls = Pick<CallHandlers, 'menu.main' | 'menu.dropdown' | 'configs.all' | 'pages.footer_links'>;

// The menu items in display order.
const learnerMenu = ['home', 'lessons', 'books', 'contacts', 'news', 'events'];
const staffMenu = [
  'today',
  'tasks',
  'leads',
  'contacts',
  'tickets',
  'people',
  'search',
  'lessons',
  'books',
  'home',
  'news',
  'events',
];
/** Additional items for managers. */
const teamMenu = ['employees'];
const commonMenu = ['profile', 'settings', 'password', 'devices', 'downloads', 'help', 'sync_centre'];

const items = (keys: readonly string[]) => keys.map((key) => ({ key }));

/** Returns the keys of the main menu items for the role of the caller. Labels and icons are defined by the client. */
const mainMenu = (caller: Caller) => {
  if (caller.principal === 'learner') return learnerMenu;
  return caller.is_manager ? [...staffMenu, ...teamMenu] : staffMenu;
};
const dropdown = (caller: Caller) =>
  caller.principal === 'learner' ? ['profile', 'subscription', ...commonMenu.slice(1)] : commonMenu;

export interface PageOptions {
  /** Whether the server offers the sync calls in addition to the documented ones. */
  sync: boolean;
  /** Returns the base URL of the second origin; null if there is none. */
  landing_url: () => string | null;
  /** Returns the URL of the Telegram bot; null while it is unknown. */
  telegram: () => string | null;
}

/** Handlers of the menus and the public settings. */
export function pageRoutes({ sync, landing_url, telegram }: PageOptions): PageCalls {
  return {
    'menu.main': (context) => Promise.resolve(items(mainMenu(context.caller))),
    'menu.dropdown': (context) => Promise.resolve(items(dropdown(context.caller))),
    'configs.all': () =>
      Promise.resolve({
        name: 'Haversack',
        default_language: 'en' as const,
        languages: [...languages],
        ...(sync && { sync_protocol: SYNC_PROTO }),
        min_app: 1,
        currency: 'USD',
        telegram_bot: telegram(),
        landing_url: landing_url(),
        limits: { comment_length: 4000, page_size: 100 },
      }),
    'pages.footer_links': () =>
      Promise.resolve([
        { key: 'privacy', path: '/pages/privacy' },
        { key: 'offer', path: '/pages/offer' },
      ]),
  };
}
