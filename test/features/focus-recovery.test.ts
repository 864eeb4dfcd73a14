import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { watchFocus } from '../../src/app/focus-recovery.ts';

/** Time in ms that a screen has to move the focus itself. */
const GRACE_MS = 100;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState({}, '', '/tasks');
  document.body.innerHTML = `<nav><a id="nav" href="/tasks">Tasks</a></nav>
    <main id="content" tabindex="-1"><h1 tabindex="-1">Tasks</h1><input id="filter">
    <ul><li id="a"><a id="link-a" href="/a">A</a><button id="start-a">Start</button></li>
    <li id="b"><a id="link-b" href="/b">B</a><button id="start-b">Start</button></li></ul></main>`;
  onTestFinished(watchFocus());
});

const element = (id: string): HTMLElement => document.getElementById(id)!;

/** Expects an element to have the focus after the time in which a screen can move the focus itself. */
async function expectFocus(selector: string): Promise<void> {
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(document.activeElement).toBe(document.querySelector(selector));
}

/** Removes elements, and waits until the focus is recovered. */
async function removeAndWait(...ids: string[]): Promise<void> {
  for (const id of ids) element(id).remove();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
}

function openDialog(): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="dialog"><button id="save">Save</button></div>');
  element('save').focus();
  return element('dialog');
}

it('moves the focus to the next row when the focused row disappears', async () => {
  element('start-a').focus();
  element('a').remove();
  await expectFocus('#link-b');
});

it('moves the focus to the previous row when the focused last row disappears', async () => {
  element('start-b').focus();
  element('b').remove();
  await expectFocus('#link-a');
});

it('keeps the focus within the row when only the focused button disappears', async () => {
  element('start-b').focus();
  element('start-b').remove();
  await expectFocus('#link-b');
});

it('moves the focus to the title when no control is left nearby', async () => {
  element('start-a').focus();
  element('a').parentElement!.remove();
  await expectFocus('h1');
});

it("moves the focus to the next screen's title when the focused screen disappears", async () => {
  element('link-a').focus();
  history.replaceState({}, '', '/a');
  element('content').innerHTML = '<h1 tabindex="-1" id="next">A</h1><button>Start</button>';
  await expectFocus('#next');
});

it('moves the focus to the title that replaces the focused title, and not to the controls next to it', async () => {
  document.querySelector<HTMLElement>('h1')!.focus();
  document.querySelector('h1')!.remove();
  await expectFocus('body');
  element('content').insertAdjacentHTML('afterbegin', '<h1 tabindex="-1">Tasks</h1>');
  await expectFocus('h1');
});

it("moves the focus to the next screen's title even if the title appears later", async () => {
  element('link-a').focus();
  history.replaceState({}, '', '/a');
  await removeAndWait('content');
  expect(document.activeElement).toBe(document.body);
  document.body.insertAdjacentHTML('beforeend', '<main tabindex="-1" id="main"></main>');
  await expectFocus('body');
  element('main').innerHTML = '<h1 tabindex="-1" id="next">A</h1>';
  await expectFocus('#next');
});

it('moves the focus to the title of the next screen if the previous screen was hidden while the next one loaded', async () => {
  element('link-a').focus();
  history.replaceState({}, '', '/a');
  element('content').style.setProperty('display', 'none', 'important');
  // Browsers remove the focus from an element that is no longer displayed; jsdom does not.
  element('link-a').blur();
  await vi.advanceTimersByTimeAsync(0);
  element('content').outerHTML = '<main tabindex="-1"><h1 tabindex="-1" id="next">A</h1></main>';
  await expectFocus('#next');
});

it('moves the focus next to the button that opened a dialog if both button and dialog have disappeared', async () => {
  element('start-a').focus();
  const dialog = openDialog();
  await removeAndWait('save');
  expect(document.activeElement).toBe(document.body);
  element('start-a').remove();
  dialog.remove();
  await expectFocus('#link-a');
});

it('moves the focus next to the removed button that opened a dialog, even if the dialog had already lost the focus', async () => {
  element('start-a').focus();
  const dialog = openDialog();
  element('save').blur();
  await vi.advanceTimersByTimeAsync(0);
  element('start-a').remove();
  dialog.remove();
  await expectFocus('#link-a');
});

it('returns the focus to the button that opened a dialog, even if it was blurred before the dialog got the focus', async () => {
  element('start-a').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="dialog"><button id="save">Save</button></div>');
  element('start-a').blur();
  await vi.advanceTimersByTimeAsync(0);
  element('save').focus();
  element('dialog').remove();
  await expectFocus('#start-a');
});

it('gives a screen 100 ms to move the focus itself', async () => {
  element('start-a').focus();
  element('a').remove();
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  expect(document.activeElement).toBe(document.body);
  await vi.advanceTimersByTimeAsync(1);
  expect(document.activeElement).toBe(element('link-b'));
});

it('after two dialogs have disappeared, returns the focus to the button that opened the first one', async () => {
  element('start-b').focus();
  for (const name of ['one', 'two']) {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div role="dialog" id="${name}"><button id="in-${name}">OK</button></div>`,
    );
    element(`in-${name}`).focus();
    element(name).remove();
  }
  await expectFocus('#start-b');
});

/** Presses the mouse outside all controls, which removes the focus. jsdom does not do that itself. */
function pressOutside(focused: string): void {
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  element(focused).blur();
}

it('does not move the focus after the user has pressed outside all controls', async () => {
  element('start-a').focus();
  pressOutside('start-a');
  await removeAndWait('a');
  expect(document.activeElement).toBe(document.body);
});

it('moves the focus when the focused row disappears, although the user has pressed outside all controls earlier', async () => {
  element('content').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
  element('start-a').focus();
  element('start-a').blur();
  await removeAndWait('a');
  expect(document.activeElement).toBe(element('link-b'));
});

it('returns the focus to the button that opened a dialog after a press outside all controls of the dialog', async () => {
  element('start-a').focus();
  const dialog = openDialog();
  pressOutside('save');
  dialog.remove();
  await expectFocus('#start-a');
});

it('does not move the focus after a screen has moved it', async () => {
  element('start-b').focus();
  element('start-b').remove();
  element('nav').focus();
  await removeAndWait('b');
  expect(document.activeElement).toBe(element('nav'));
});

it('returns the focus to a button that was disabled for a while', async () => {
  element('start-b').focus();
  element('start-b').setAttribute('disabled', '');
  element('start-b').blur();
  await removeAndWait('a');
  expect(document.activeElement).toBe(document.body);
  element('start-b').removeAttribute('disabled');
  await expectFocus('#start-b');
});

it('does not restore the focus after the user has closed the keyboard of a field', async () => {
  element('filter').focus();
  element('filter').blur();
  await removeAndWait('a');
  expect(document.activeElement).toBe(document.body);
});

it("moves the focus to the next screen's title even if an element of the previous screen was focused again in the meantime", async () => {
  element('start-a').focus();
  history.replaceState({}, '', '/a');
  element('start-a').blur();
  element('start-a').focus();
  element('content').innerHTML = '<h1 tabindex="-1" id="next">A</h1><button>Start</button>';
  await expectFocus('#next');
});

it('keeps the focus in the new screen after the user has moved it there from a link of the frame', async () => {
  element('nav').focus();
  history.replaceState({}, '', '/a');
  element('start-a').focus();
  element('a').remove();
  await expectFocus('#link-b');
});

it('does not focus a field, which would open the keyboard of a phone', async () => {
  element('link-a').focus();
  await removeAndWait('link-a', 'start-a', 'b');
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

it('returns the focus after a dialog as soon as the page is no longer inert', async () => {
  element('start-a').focus();
  openDialog();
  // jsdom would let elements of an inert page take the focus, so make `focus` do nothing while the page is inert.
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  focus.mockImplementation(() => {});
  element('content').setAttribute('inert', '');
  await removeAndWait('dialog');
  expect(document.activeElement).toBe(document.body);
  focus.mockRestore();
  element('content').removeAttribute('inert');
  await expectFocus('#start-a');
});
