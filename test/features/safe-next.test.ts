import { describe, expect, it } from 'vitest';
import { homeOf, safeNext, type Person } from '../../src/app/person.ts';

const person = (change: Partial<Person>): Person => ({
  user_id: 'x',
  is_staff: false,
  is_manager: false,
  is_subscribed: false,
  ...change,
});

describe('the address to continue at after a login', () => {
  it.each(['/lessons', '/staff/tasks/1?tab=log#top', '/a/b//c', '/profile/view?next=https://evil.example'])(
    'continues at a path of the app after the login: %s',
    (next) => expect(safeNext(next)).toBe(next),
  );

  it.each([
    ['another site', 'https://evil.example/lessons'],
    ['another site without a scheme', '//evil.example'],
    ['another site behind a backslash', '/\\evil.example'],
    ['a backslash further on', '/lessons\\..\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a path behind a space', ' /lessons'],
    ['a tab, which browsers leave out', '/\t/evil.example'],
    ['a line break', '/\n/evil.example'],
    ['a control character', '/lessons\u0000'],
    ['the last control character', '/lessons\u001f'],
    ['a relative path', 'lessons'],
    ['nothing', ''],
    ['no text', 7],
    ['no value', undefined],
    ['the login itself', '/login'],
    ['the login with another address to continue at', '/login?next=/lessons'],
    ['the start page, which leads on by itself', '/'],
  ])('does not continue at an address that is %s', (_, next) => expect(safeNext(next)).toBeNull());
});

describe('the first screen', () => {
  it.each([
    [{ is_staff: true, is_subscribed: true }, '/staff-dashboard'],
    [{ is_staff: true }, '/staff-dashboard'],
    [{ is_subscribed: true }, '/dashboard'],
    [{}, '/subscription'],
  ])('takes the user %o to %s at startup and after a login', (rights, home) =>
    expect(homeOf(person(rights))).toBe(home),
  );
});
