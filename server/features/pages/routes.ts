import { languages } from '../../../contract/values.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';
import type { Caller, CallHandlers } from '../../handlers.ts';

type PageCalls = Pick<CallHandlers, 'menu.main' | 'menu.dropdown' | 'configs.all' | 'pages.footer_links'>;

// The built screens in order.
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
/** Screens of managers. */
const teamMenu = ['employees'];
const everybodys = ['profile', 'settings', 'password', 'devices', 'downloads', 'help', 'sync_centre'];

const items = (keys: readonly string[]) => keys.map((key) => ({ key }));

/** Screen keys by role; the client owns labels and icons. */
const mainMenu = (caller: Caller) => {
  if (caller.principal === 'learner') return learnerMenu;
  return caller.is_manager ? [...staffMenu, ...teamMenu] : staffMenu;
};
const dropdown = (caller: Caller) =>
  caller.principal === 'learner' ? ['profile', 'subscription', ...everybodys.slice(1)] : everybodys;

export interface PageOptions {
  /** False: a server that offers only the documented calls. */
  sync: boolean;
  /** Address of the Telegram bot, once known. */
  telegram: () => string | null;
}

/** Public settings of every client. */
export function pageRoutes({ sync, telegram }: PageOptions): PageCalls {
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
        landing_url: null,
        limits: { comment_length: 4000, page_size: 100 },
      }),
    'pages.footer_links': () =>
      Promise.resolve([
        { key: 'privacy', path: '/pages/privacy' },
        { key: 'offer', path: '/pages/offer' },
      ]),
  };
}
