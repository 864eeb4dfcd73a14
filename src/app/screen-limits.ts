import type { CallName } from '../../contract/api-calls/index.ts';

/**
 * Screens that an API may be unable to fill completely. `never`: the screen needs data that no documented call returns.
 * `calls`: the documented calls that the screen needs, any of which the API may lack.
 */
const limits: readonly { path: RegExp; never?: true; calls?: readonly CallName[] }[] = [
  { path: /^\/(inbox|calls|donations|partners|payments|accounting|employees|help)(\/|$)/, never: true },
  { path: /^\/(profile\/devices|flows\/edit_landing|main\/admin\/audit)/, never: true },
  { path: /^\/lessons?(\/|$)/, calls: ['categories.list', 'lessons.list', 'lessons.view', 'comments.all'] },
  { path: /^\/books/, calls: ['books.list'] },
  { path: /^\/news/, calls: ['news.list', 'news.view'] },
  { path: /^\/events/, calls: ['events.nearest'] },
  { path: /^\/contacts/, calls: ['contacts.list', 'contacts.categories'] },
  { path: /^\/team/, calls: ['team.children'] },
  { path: /^\/flows/, calls: ['flows.list'] },
  { path: /^\/subscription/, calls: ['subscription.info', 'subscription.packages'] },
  { path: /^\/donate/, calls: ['payments.donation'] },
  { path: /^\/tasks/, calls: ['tasks.list'] },
  { path: /^\/leads/, calls: ['team.waiting_users'] },
  { path: /^\/people/, calls: ['team.structure_users'] },
  { path: /^\/(tickets|user\/new-request)/, calls: ['tickets.list', 'tickets.detail'] },
  { path: /^\/statistics/, calls: ['statistics.figures', 'statistics.countries', 'statistics.staff'] },
  { path: /^\/staff\/users_imports/, calls: ['imports.list'] },
  { path: /^\/main\/admin\/users/, calls: ['admin.users'] },
];

/**
 * Whether a screen cannot be filled completely, because it needs data that no documented call returns or a call that is
 * among `missing`.
 */
export const isLimited = (path: string, missing: readonly { name: string }[]): boolean =>
  limits.some(
    (limit) =>
      limit.path.test(path) &&
      (limit.never ?? limit.calls?.some((call) => missing.some(({ name }) => name === call)) ?? false),
  );
