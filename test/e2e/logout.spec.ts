import { Client } from './helpers/client.ts';
import { readAllStorage } from './helpers/disk.ts';
import { expect, visit } from './helpers/home.ts';
import { copySession, LOGOUT_REPORTED, refreshFromConsole } from './helpers/old-session.ts';
import { writeComment, logIn, pill, tableRows, waitForShell } from './helpers/phone.ts';

const SECRETS = ['a secret first', 'a secret second', 'a secret third'];

visit(
  'keeps three unsent changes locked through an offline logout, even for a client with the old cookie, and sends them once',
  async ({ page, context, server, network }) => {
    await logIn(page, 'learner', '/lessons');
    const [lesson] = await tableRows<{ id: string }>(page, 'lessons');
    await page.goto(`/lesson/view/${lesson?.id}`);
    await waitForShell(page);
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
    await expect
      .poll(async () => (await tableRows<{ key: string }>(page, 'meta')).some(({ key }) => key === 'outbox_key'))
      .toBe(true);
    const old = await copySession(page, context, server.url);
    expect(old.token).not.toBe('');
    network.unplug();
    await context.setOffline(true);
    for (const text of SECRETS) await writeComment(page, text);
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Lock and log out' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect(page.getByText('3 locked changes are stored here')).toBeVisible();

    const left = await readAllStorage(page);
    for (const word of [...SECRETS, 'learner@example.org', 'Anna', 'Berg', old.token]) expect(left).not.toContain(word);

    // The server has not received the logout yet. The device still has the cookie, but the cookie has no effect without
    // the token, which was deleted.
    expect([await old.refresh(), await old.refresh(false)]).toEqual([200, 401]);
    network.heal();
    await context.setOffline(false);
    expect(await refreshFromConsole(page)).not.toBe(200);
    await expect.poll(() => old.refresh(), LOGOUT_REPORTED).toBe(401);
    const headers = { authorization: `Bearer ${old.token}` };
    expect((await fetch(`${server.url}/api/accounts/outbox_key/`, { headers })).status).toBe(401);

    await logIn(page, 'consultant2', '/lessons');
    await page.goto('/sync');
    await expect(page.getByText('Nothing to send.')).toBeVisible();
    expect((await tableRows<unknown>(page, 'outbox')).length).toBe(0);
    const consultant = await Client.logIn(server.url, 'consultant2');
    const texts = () => consultant.comments(lesson?.id ?? '');
    for (const text of SECRETS) expect(await texts()).not.toContain(text);
    await page.goto('/profile/settings');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();

    await logIn(page, 'learner', '/sync');
    await expect(pill(page)).toContainText('Up to date');
    await expect.poll(() => tableRows(page, 'outbox')).toEqual([]);
    await expect.poll(async () => (await texts()).filter((text) => SECRETS.includes(text)).toSorted()).toEqual(SECRETS);
  },
);
