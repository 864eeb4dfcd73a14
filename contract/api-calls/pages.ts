import { z } from '../zod.ts';
import { anyone, defineCall, members } from './define.ts';

/** Keys of the menu items that the caller may open, in display order. Labels and icons are defined by the client. */
export const Menu = z.array(z.object({ key: z.string() }));

export const pageCalls = {
  'menu.main': defineCall({
    method: 'GET',
    path: '/api/menu/main/',
    roles: members,
    summary: 'The main menu',
    idempotent: false,
    reply: Menu,
  }),
  'menu.dropdown': defineCall({
    method: 'GET',
    path: '/api/menu/dropdown/',
    roles: members,
    summary: 'The profile menu',
    idempotent: false,
    reply: Menu,
  }),
  'pages.footer_links': defineCall({
    method: 'GET',
    path: '/api/pages/footer_links/',
    roles: anyone,
    summary: 'Privacy policy and public offer',
    idempotent: false,
    reply: z.array(z.object({ key: z.string(), path: z.string() })),
    per_minute: 120,
  }),
};
