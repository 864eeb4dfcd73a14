import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import {
  button,
  buttonInRow,
  choice,
  click,
  containing,
  describeStandstill,
  type DrivenPage,
  field,
  fill,
  evaluate,
} from './driven-page.ts';

/**
 * Returns a page in jsdom instead of a browser. jsdom has no layout, so every element that is not hidden counts as laid
 * out.
 */
function pageOf(html: string): DrivenPage & { clicks: string[] } {
  const { window } = new JSDOM(`<body>${html}</body>`, { runScripts: 'outside-only' });
  window.eval(`Element.prototype.getClientRects = function () { return this.closest('[hidden]') ? [] : [{}]; }`);
  const clicks: string[] = [];
  const elementFor = (selector: string): HTMLInputElement => window.document.querySelector<HTMLInputElement>(selector)!;
  return {
    name: 'jsdom',
    profile: null,
    clicks,
    goto: () => Promise.resolve(),
    run: (body) => window.eval(`(async () => { ${body} })()`) as Promise<unknown>,
    click: (selector) => Promise.resolve(void clicks.push(elementFor(selector).id)),
    fill: (selector, text) => Promise.resolve(void (elementFor(selector).value = text)),
    cookie: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

it('finds a button by its whole text or label, or by a pattern', async () => {
  const page = pageOf(`<button id="more">Save result</button><button id="own" aria-label="Save"></button>`);
  await click(page, button('Save'));
  await click(page, button(/^Save r/));
  expect(page.clicks).toEqual(['own', 'more']);
});

it('ignores the text of a button that has a label', async () => {
  const page = pageOf(`<button id="row" aria-label="Request Nina">Request</button><button id="own">Request</button>`);
  await click(page, button('Request'));
  expect(page.clicks).toEqual(['own']);
});

it('clicks a button in the row with a given text', async () => {
  const page = pageOf(`<ul><li>Call Ivan <button id="ivan">Start</button></li>
    <li>Visit Lena <button id="lena">Start</button></li></ul><p>Visit Lena <button id="detail">Start</button></p>`);
  await click(page, buttonInRow('Visit Lena', 'Start'));
  expect(page.clicks).toEqual(['lena']);
});

it('finds no button in a row if no row has the given text', async () => {
  const page = pageOf(`<button>Start</button>`);
  expect(await evaluate(page, `Boolean(${buttonInRow('Visit Lena', 'Start')})`)).toBe(false);
});

it('skips buttons that are hidden or disabled', async () => {
  const page = pageOf(`<p hidden><button id="a">Send</button></p>
    <button id="b" disabled>Send</button><button id="c" aria-disabled="true">Send</button><button id="d">Send</button>`);
  await click(page, button('Send'));
  expect(page.clicks).toEqual(['d']);
});

it('finds elements only in the dialog that was opened last', async () => {
  const page = pageOf(`<button id="page">Request</button><div role="dialog"><button id="sheet">Request</button></div>
    <div role="dialog" hidden><button id="closed">Request</button></div>`);
  await click(page, button('Request'));
  expect(page.clicks).toEqual(['sheet']);
});

it('fills in the field with the given label', async () => {
  const page = pageOf(`<label for="a">First name</label><input id="a"><label for="b">Name</label><input id="b">`);
  await fill(page, field('Name'), 'Rosalind');
  expect(await evaluate(page, `[...document.querySelectorAll('input')].map(({ value }) => value)`)).toEqual([
    '',
    'Rosalind',
  ]);
});

it('escapes regular expression characters in the text of a choice', async () => {
  const page = pageOf(`<label id="a">Call (2x) Mine</label><label id="b">Call (2.) Theirs</label>`);
  await click(page, choice(containing('(2.)')));
  expect(page.clicks).toEqual(['b']);
});

it('clicks the new element if the page replaced the old element before the click', async () => {
  const page = pageOf(`<button id="old">Finish</button>`);
  const clickOnce = page.click;
  let attempts = 0;
  page.click = async (selector) => {
    attempts += 1;
    if (attempts === 1) await page.run(`document.body.innerHTML = '<button id="new">Finish</button>'`);
    await clickOnce(selector);
  };
  await click(page, button('Finish'));
  expect(page.clicks).toEqual(['new']);
  expect(attempts).toBe(2);
});

it('a click waits until the page shows the element', async () => {
  const page = pageOf('');
  const clicked = click(page, button('Send'));
  await page.run(`document.body.innerHTML = '<button id="late">Send</button>'`);
  await clicked;
  expect(page.clicks).toEqual(['late']);
});

it('a page that stands still names its pending buttons', async () => {
  const page = pageOf(`<button data-pending="true">Save contact</button><button>Cancel</button>`);
  expect(await describeStandstill(page)).toBe('pending: Save contact; a script: none; locked: ');
});
