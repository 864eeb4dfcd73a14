import { Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { anyone, defineCall, members } from './define.ts';

/** Keys of screens a person may open, in order. The client owns labels and icons. */
export const Menu = z.object({ items: z.array(z.object({ key: z.string() })) });

export const Configs = z.object({
  name: z.string(),
  default_language: Lang,
  languages: z.array(Lang),
  /** Absent where the server offers the documented calls alone. */
  sync_protocol: z.optional(z.int()),
  min_app: z.int(),
  currency: z.string(),
  limits: z.object({ comment_length: z.int(), page_size: z.int() }),
});

export const pageCalls = {
  'menu.main': defineCall({
    method: 'GET',
    path: '/api/menu/main/',
    who: members,
    summary: 'The main menu',
    idempotent: false,
    reply: Menu,
  }),
  'menu.dropdown': defineCall({
    method: 'GET',
    path: '/api/menu/dropdown/',
    who: members,
    summary: 'The profile menu',
    idempotent: false,
    reply: Menu,
  }),
  'configs.all': defineCall({
    method: 'GET',
    path: '/api/configs/get_all_configs/',
    who: anyone,
    summary: 'What this installation is set to; nothing secret',
    idempotent: false,
    reply: Configs,
  }),
  'pages.footer_links': defineCall({
    method: 'GET',
    path: '/api/pages/footer_links/',
    who: anyone,
    summary: 'Privacy policy and public offer',
    idempotent: false,
    reply: z.object({ items: z.array(z.object({ key: z.string(), path: z.string() })) }),
    per_minute: 120,
  }),
};
