import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stashedToken } from '../../src/lib/url-secrets.ts';
import { offlineFailure, press, refusedFailure, stubWorkerBeforeEach, type WorkerCall } from './account-forms.ts';
import { freshPorts, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { IVAN_PATH, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { IVAN, makeEvent, makePerson, OLGA } from './people-maker.ts';
import { stubClipboard } from './stub-browser.ts';

const account = vi.hoisted(() => vi.fn<WorkerCall>());
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));
stubOfflineAccount(account);
const { calls, answers } = stubWorkerBeforeEach(account);

const validLink = { ok: true, left_s: 3000 };
const find = (text: string | RegExp) => screen.findByText(text);

describe('the page "This was not me"', () => {
  const open = () => showApp('/not-me/the-token', freshPorts());

  it('the page "This was not me" ends the login link only on a tap', async () => {
    answers({ checkLink: validLink, stopLink: { ok: true } });
    const { path } = await open();
    expect(await find(/This ends the login link/)).toBeTruthy();
    expect(path()).toBe('/not-me');
    expect(calls('checkLink')).toEqual([['link_stop', 'the-token']]);
    expect(calls('stopLink')).toEqual([]);
    expect(screen.queryByText(/This link expires/)).toBeNull();
    press('This was not me');
    expect(await find('The link was ended')).toBeTruthy();
    expect(calls('stopLink')).toEqual([['the-token']]);
    expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe('/recover-password');
    expect(stashedToken('link_stop')).toBeNull();
  });

  it('lets the user retry ending a login link if the device was offline or the server did not respond', async () => {
    answers({ checkLink: offlineFailure });
    await open();
    expect(await find('You need to be online to end the link.')).toBeTruthy();
    answers({ checkLink: validLink });
    press('Try again');
    await find(/This ends the login link/);
    answers({ stopLink: { ok: false, why: 'no_answer' } });
    press('This was not me');
    expect(await find('The server is not responding')).toBeTruthy();
    answers({ stopLink: { ok: true } });
    press('This was not me');
    expect(await find('The link was ended')).toBeTruthy();
  });

  const deadLinks = [
    { code: 'link_expired', words: 'Link has expired' },
    { code: 'not_found', words: 'This link does not work. Open it again exactly as in the message' },
  ] as const;
  it.each(deadLinks)(
    'explains the error $code when the page is opened and when the login link is ended',
    async ({ code, words }) => {
      answers({ checkLink: refusedFailure(code) });
      await open();
      expect(await find(words)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'This was not me' })).toBeNull();
      cleanup();
      answers({ checkLink: validLink, stopLink: refusedFailure(code) });
      await open();
      await find(/This ends the login link/);
      press('This was not me');
      expect(await find(words)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'This was not me' })).toBeNull();
    },
  );
});

it("says that a login link opened on an employee's device works only on other devices", async () => {
  answers({ checkLink: refusedFailure('employee_device') });
  await showApp('/reset-credentials/the-token', freshPorts());
  expect(await find('An employee was logged in on this device. Open the link on your own device')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText('Ask the employee who sent it for a new one.')).toBeNull();
});

describe('a login link for a person', () => {
  const madeLink = { ok: true, url: null, expires_at: hoursFromNow(1), sent_to: [] };
  async function openSheet() {
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Login link' }));
    await screen.findByRole('button', { name: 'Create link' });
  }
  beforeEach(() => {
    answers({});
  });

  it("says that a login link waits for a manager's confirmation, and creates the link at the next attempt after it", async () => {
    await showEmployeeApp(IVAN_PATH, (db) => db.people.put(makePerson({ email: null })));
    await openSheet();
    expect(screen.getByText(/Ivan gets a message that you created it/)).toBeTruthy();
    answers({ makeLink: { ...madeLink, status: 'waiting' } });
    press('Create link');
    expect(await find('Waiting for a manager')).toBeTruthy();
    const url = 'https://haversack.test/reset-credentials/secret';
    stubClipboard();
    answers({ makeLink: { ...madeLink, status: 'made', url } });
    press('Create link');
    expect(await find(url)).toBeTruthy();
    expect(screen.queryByText(/was told that you created it/)).toBeNull();
  });

  it('shows the employee where a login link was sent if only the person receives the link', async () => {
    await showEmployeeApp(IVAN_PATH, (db) => db.people.put(makePerson()));
    await openSheet();
    const sent_to = [
      { via: 'email', to: 'i***@example.org' },
      { via: 'telegram', to: '' },
    ];
    answers({ makeLink: { ...madeLink, status: 'sent', sent_to } });
    press('Create link');
    expect(await find(/Sent to i\*\*\*@example\.org, Telegram, and to no one else/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  it('reports that a login link cannot be sent to a person without an address', async () => {
    await showEmployeeApp(IVAN_PATH, (db) => db.people.put(makePerson()));
    await openSheet();
    answers({ makeLink: refusedFailure('no_address') });
    press('Create link');
    expect(await find('This person has neither email nor Telegram')).toBeTruthy();
  });

  it('the timeline shows an ended login link, and an unknown login link event without details', async () => {
    await showEmployeeApp(IVAN_PATH, async (db) => {
      await db.people.put(makePerson());
      await db.person_events.bulkPut([
        makeEvent({ kind: 'link', detail: { step: 'stopped' } }),
        makeEvent({ id: OLGA, kind: 'link', at: hoursFromNow(-9), detail: { step: 'later' } }),
      ]);
    });
    expect(await find('Login link ended: "This was not me"')).toBeTruthy();
    expect(screen.getByText('Login link')).toBeTruthy();
  });
});

describe("a login link awaiting a manager's confirmation", () => {
  const request = {
    id: OLGA,
    user_id: IVAN,
    user_name: 'Ivan Petrov',
    by_name: 'Olga Kern',
    created_at: hoursFromNow(-1),
    expires_at: hoursFromNow(23),
  };
  const results = { ok: true, results: [request] };

  it('lets a manager confirm the login link that an employee requested, and retry if the device was offline', async () => {
    answers({ linkRequests: results });
    await showEmployeeApp('/people', (db) => db.people.put(makePerson()), { me: { is_manager: true } });
    expect(await find('Olga Kern wants to create a login link for Ivan Petrov')).toBeTruthy();
    press('Confirm');
    expect(await find('You need to be online to confirm or decline this.')).toBeTruthy();
    answers({ answerLinkRequest: { ok: true } });
    press('Confirm');
    expect(await find('Confirmed')).toBeTruthy();
    expect(calls('answerLinkRequest')).toEqual([
      [OLGA, true],
      [OLGA, true],
    ]);
    await waitFor(() => expect(screen.queryByText(/wants to create a login link/)).toBeNull());
  });

  it('shows a waiting login link when the network is back, and lets a manager decline it', async () => {
    await showEmployeeApp('/people', (db) => db.people.put(makePerson()), { me: { is_manager: true } });
    expect(await find('Go online to see login links that wait for your confirmation.')).toBeTruthy();
    answers({ linkRequests: results, answerLinkRequest: refusedFailure('not_found') });
    fireEvent(window, new Event('online'));
    await find(/wants to create a login link/);
    expect(screen.queryByText(/^Go online to see login links/)).toBeNull();
    press('Decline');
    expect(await find('This request was already answered')).toBeTruthy();
    expect(calls('answerLinkRequest')).toEqual([[OLGA, false]]);
  });

  it('refetches waiting login links after the server failed to respond', async () => {
    answers({ linkRequests: { ok: false, why: 'no_answer' } });
    await showEmployeeApp('/people', (db) => db.people.put(makePerson()), { me: { is_manager: true } });
    expect(await find('Login links that wait for your confirmation could not be loaded.')).toBeTruthy();
    answers({ linkRequests: results });
    press('Try again');
    expect(await find(/wants to create a login link/)).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('keeps showing a waiting login link when it cannot be refetched', async () => {
    answers({ linkRequests: results });
    await showEmployeeApp('/people', (db) => db.people.put(makePerson()), { me: { is_manager: true } });
    await find(/wants to create a login link/);
    answers({});
    fireEvent(window, new Event('online'));
    await find(/^Go online to see login links/);
    expect(screen.getByText(/wants to create a login link/)).toBeTruthy();
  });

  it('does not fetch waiting login links for employees who are not managers', async () => {
    await showEmployeeApp('/people', (db) => db.people.put(makePerson()));
    await find('Ivan Petrov');
    expect(calls('linkRequests')).toEqual([]);
  });
});
