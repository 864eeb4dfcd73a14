import { languages } from '../../../contract/values.ts';
import { SYNC_PROTO } from '../../../contract/version.ts';
import type { Caller, CallHandlers } from '../../handlers.ts';

type PageCalls = Pick<CallHandlers, 'menu.main' | 'menu.dropdown' | 'configs.all' | 'pages.footer_links'>;

const learnerMenu = ['home', 'lessons', 'news', 'events'];
const staffMenu = ['today', 'tasks', 'lessons', 'news', 'events'];
const dropdown = ['profile', 'settings', 'sync_centre'];

const items = (keys: readonly string[]) => ({ items: keys.map((key) => ({ key })) });

/** Keys of screens by role; the client owns labels and icons. */
const mainMenu = (caller: Caller) => (caller.principal === 'learner' ? learnerMenu : staffMenu);

/** What every client may know. `sync` off: a server that offers the documented calls alone. */
export function pageRoutes({ sync }: { sync: boolean }): PageCalls {
  return {
    'menu.main': (context) => Promise.resolve(items(mainMenu(context.caller))),
    'menu.dropdown': () => Promise.resolve(items(dropdown)),
    'configs.all': () =>
      Promise.resolve({
        name: 'Haversack',
        default_language: 'en' as const,
        languages: [...languages],
        ...(sync && { sync_protocol: SYNC_PROTO }),
        min_app: 1,
        currency: 'USD',
        limits: { comment_length: 4000, page_size: 100 },
      }),
    'pages.footer_links': () =>
      Promise.resolve({
        items: [
          { key: 'privacy', path: '/pages/privacy' },
          { key: 'offer', path: '/pages/offer' },
        ],
      }),
  };
}
