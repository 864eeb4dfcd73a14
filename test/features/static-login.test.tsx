import type { Messages } from '@lingui/core';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { renderStaticLogin } from '../../src/app/static-login.tsx';
import { isFirstVisit, showStaticLogin } from '../../src/boot/static-login.ts';
import { LOOK_KEY } from '../../src/lib/look-key.ts';
import { freshPorts, showApp } from './fake-app.tsx';

vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { account: async () => ({ ok: true, link: null }) },
}));

/** Returns the elements of a screen with their texts and attributes, except the ids, which differ in each rendering. */
function describeScreen(html: string): unknown {
  const box = document.createElement('div');
  box.innerHTML = html;
  const describeNode = (node: Node): unknown => {
    if (!(node instanceof Element)) return node.textContent;
    const isRadio = node.matches('[type="radio"]');
    const attributes = [...node.attributes]
      .filter(({ name }) => !['id', 'for', ...(isRadio ? ['name', 'checked'] : [])].includes(name))
      .map(({ name, value }) => `${name}=${value}`);
    return [node.localName, attributes.toSorted(), [...node.childNodes].map(describeNode)];
  };
  return [...box.childNodes].map(describeNode);
}

test.each([
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ru', 'Русский'],
] as const)('the static login equals the login screen of the app in %s', async (language, name) => {
  const { messages } = (await import(`virtual:texts/${language}/login`)) as { messages: Messages };
  const built = renderStaticLogin(language, messages);
  expect(built).toMatch(new RegExp(`value="${language}"[^>]* checked=""|checked=""[^>]* value="${language}"`));
  await showApp('/login', freshPorts());
  const chip = await screen.findByRole<HTMLInputElement>('radio', { name });
  if (!chip.checked) chip.click();
  await waitFor(() => expect(describeScreen(document.querySelector('main')!.outerHTML)).toEqual(describeScreen(built)));
});

describe('whether the static login is shown', () => {
  test.each([
    ['/', true],
    ['/?utm_source=post', true],
    ['/login', true],
    ['/login?next=%2Flessons', true],
    ['/login?token=secret', false],
    ['/login?next=%2F&token=secret', false],
    ['/register', false],
    ['/dashboard', false],
  ])('at %s of a browser in which the app has never run: %s', (path, isShown) => {
    history.replaceState(null, '', path);
    expect(isFirstVisit()).toBe(isShown);
  });

  it('is not shown if the app has run before', () => {
    history.replaceState(null, '', '/login');
    localStorage.setItem(LOOK_KEY, '{}');
    expect(isFirstVisit()).toBe(false);
  });
});

const form = (label = 'Log in', group = label) => `<main><h1>${label}</h1><form>
  <input name="username"><input name="password" type="password" autocomplete="current-password">
  <button type="button" aria-label="Show password"></button><button type="submit">Log in</button>
</form>
<a href="/recover-password"><b>Forgot?</b></a><button type="button">Create account</button>
<input type="radio" name="${group}" value="en" checked><input type="radio" name="${group}" value="de"></main>`;

const root = () => document.getElementById('root')!;
const login = () => root().previousElementSibling as HTMLElement;
const inputOf = (place: Element, name = 'username') => place.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
const buttonOf = (place: Element, text: string) =>
  [...place.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === text)!;

/** Lets the app render its login screen, and observers run. */
async function renderApp(html = form()): Promise<void> {
  root().innerHTML = html;
  root()
    .querySelector('form')
    ?.addEventListener('submit', (event) => {
      event.preventDefault();
      events.push('submit');
    });
  for (const button of root().querySelectorAll('[type="button"], [value="de"]'))
    button.addEventListener('click', () => events.push(`click ${button.ariaLabel ?? button.textContent}`));
  await Promise.resolve();
}

let events: string[] = [];

describe('the static login', () => {
  beforeEach(() => {
    events = [];
    history.replaceState(null, '', '/login');
    const languages = ['de', 'en', 'ru'].map((language) => `<template lang="${language}">${form(language)}</template>`);
    document.body.innerHTML = `<div id="root"><svg class="splash"></svg></div>${languages.join('')}`;
    vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });
    showStaticLogin();
  });

  it('is in the language of the browser, and hides what the app shows until the app is ready', async () => {
    expect(login().querySelector('h1')?.textContent).toBe('de');
    expect(document.documentElement.lang).toBe('de');
    expect(root().style.display).toBe('none');
    await renderApp('<main data-awaited><h1>Loading</h1></main>');
    expect(root().style.display).toBe('none');
    await renderApp();
    expect(root().style.display).toBe('');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(events).toEqual([]);
  });

  it('gives way to an error of the app', async () => {
    await renderApp('<div role="alert">No storage</div>');
    expect(root().style.display).toBe('');
    expect(document.querySelectorAll('form')).toHaveLength(0);
  });

  it('passes on what was typed, and the focus with its selection', async () => {
    inputOf(login()).value = 'anna@example.org';
    inputOf(login(), 'password').value = 'secret';
    inputOf(login()).focus();
    inputOf(login()).setSelectionRange(2, 4, 'backward');
    document.addEventListener('input', ({ target }) => events.push(`input ${(target as HTMLInputElement).name}`));
    await renderApp();
    const { value, selectionStart, selectionEnd, selectionDirection } = inputOf(root());
    expect([value, selectionStart, selectionEnd, selectionDirection]).toEqual(['anna@example.org', 2, 4, 'backward']);
    expect(inputOf(root(), 'password').value).toBe('secret');
    expect(document.activeElement).toBe(inputOf(root()));
    expect(events).toEqual(['input username', 'input password']);
  });

  it('passes on the focus of a button', async () => {
    buttonOf(login(), 'Create account').focus();
    await renderApp(`<button>Telegram</button>${form()}`);
    expect(document.activeElement).toBe(buttonOf(root(), 'Create account'));
  });

  it('moves no focus if nothing in it has the focus', async () => {
    await renderApp();
    expect(document.activeElement).toBe(document.body);
  });

  it('passes on the chosen language', async () => {
    login().querySelector<HTMLInputElement>('[value="de"]')!.click();
    await renderApp();
    expect(root().querySelector<HTMLInputElement>('[value="de"]')!.checked).toBe(true);
    expect(events).toContain('click ');
  });

  it('sends the form if it was sent before the app was ready', async () => {
    buttonOf(login(), 'Log in').click();
    expect(buttonOf(login(), 'Log in').style.opacity).toBe('0.6');
    expect(location.pathname).toBe('/login');
    await renderApp();
    expect(events).toEqual(['submit']);
  });

  it('repeats only the last press', async () => {
    buttonOf(login(), 'Log in').click();
    buttonOf(login(), 'Create account').click();
    expect([buttonOf(login(), 'Log in'), buttonOf(login(), 'Create account')].map((b) => b.style.opacity)).toEqual([
      '',
      '0.6',
    ]);
    await renderApp();
    expect(events).toEqual(['click Create account']);
  });

  it('opens a link with the app', async () => {
    login().querySelector('b')!.click();
    expect(location.pathname).toBe('/recover-password');
    await renderApp('<main><h1>Recover</h1></main>');
    expect(root().style.display).toBe('');
  });

  it('changes neither the language nor a field of another screen that was opened with a link', async () => {
    inputOf(login(), 'username').value = 'anna@example.org';
    inputOf(login(), 'password').value = 'typed here';
    login().querySelector('b')!.click();
    await renderApp(
      `<main><h1>Recover</h1><input name="email"><input type="radio" name="x" value="en" checked>
        <input type="radio" name="x" value="ru"><input type="radio" name="x" value="de">
        <input name="password" type="password" autocomplete="new-password"></main>`,
    );
    const values = [...root().querySelectorAll('input')].map(({ type, value }) => (type === 'radio' ? '' : value));
    expect(values.join('')).toBe('');
    const radio = (value: string) => root().querySelector<HTMLInputElement>(`[value="${value}"]`)!;
    expect([radio('en').checked, radio('ru').checked, radio('de').checked]).toEqual([true, false, false]);
  });

  test.each([
    ['pointerdown', 'pointerup'],
    ['pointerdown', 'pointercancel'],
    ['compositionstart', 'compositionend'],
  ])('stays from %s to %s, so that neither a click nor a letter is lost', async (begin, end) => {
    const target = inputOf(login());
    target.dispatchEvent(new Event(begin, { bubbles: true }));
    await renderApp();
    expect(root().style.display).toBe('none');
    target.dispatchEvent(new Event(end, { bubbles: true }));
    expect(root().style.display).toBe('none');
    await new Promise((resolve) => setTimeout(resolve));
    expect(root().style.display).toBe('');
  });

  it('does not wait for the end of a press of another mouse button, which a context menu can swallow', async () => {
    inputOf(login()).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 2 }));
    await renderApp();
    expect(root().style.display).toBe('');
  });
});

test('without a template for the language, the page waits for the app', () => {
  document.body.innerHTML = '<div id="root"></div>';
  showStaticLogin();
  expect(document.getElementById('root')!.style.display).toBe('');
});
