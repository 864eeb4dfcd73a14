import { describe, expect, it } from 'vitest';
import { homePathOf, safeNextPath, type CurrentUser } from '../../src/app/current-user.ts';

const user = (change: Partial<CurrentUser>): CurrentUser => ({
  user_id: 'x',
  is_staff: false,
  is_manager: false,
  is_admin: false,
  is_subscribed: false,
  ...change,
});

describe('where to continue after a login', () => {
  it.each(['/lessons', '/staff/tasks/1?tab=log#top', '/a/b//c', '/profile/view?next=https://evil.example'])(
    'continues after the login at a path of the app: %s',
    (next) => expect(safeNextPath(next)).toBe(next),
  );

  it.each([
    ['on another site', 'https://evil.example/lessons'],
    ['on another site, without a scheme', '//evil.example'],
    ['on another site, after a backslash', '/\\evil.example'],
    ['a path with a backslash', '/lessons\\..\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a path after a space', ' /lessons'],
    ['a path with a tab, which browsers remove', '/\t/evil.example'],
    ['a path with a line break', '/\n/evil.example'],
    ['a path with a control character', '/lessons\u0000'],
    ['a path with the last control character', '/lessons\u001f'],
    ['a relative path', 'lessons'],
    ['empty', ''],
    ['not a text', 7],
    ['missing', undefined],
    ['the login page', '/login'],
    ['the login page with another address to continue at', '/login?next=/lessons'],
    ['the start page, which redirects by itself', '/'],
  ])('does not continue after the login at an address that is %s', (_, next) => expect(safeNextPath(next)).toBeNull());
});

describe('the first screen', () => {
  it.each([
    [{ is_staff: true, is_subscribed: true }, '/dashboard'],
    [{ is_staff: true }, '/dashboard'],
    [{ is_subscribed: true }, '/dashboard'],
    [{}, '/subscription'],
  ])('the start page of a user with the rights %o is %s', (rights, home) =>
    expect(homePathOf(user(rights))).toBe(home),
  );
});
