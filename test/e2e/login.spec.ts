import { listDatabaseNames } from './helpers/disk.ts';
import { copySession, refreshFromConsole } from './helpers/old-session.ts';
import { logIn, pill, waitForShell, tryLogIn } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

test('each login failure has its own message', async ({ page, context, server }) => {
  await page.goto('/');
  const alert = page.getByRole('form', { name: 'Log in' }).getByRole('alert');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(alert).toHaveText('Please, fill all fields');
  await tryLogIn(page, 'learner@example.org', 'not-the-password');
  await expect(alert).toContainText('Wrong email or password');
  await tryLogIn(page, 'nobody@example.org', 'not-the-password');
  await expect(alert).toContainText('Wrong email or password');
  await tryLogIn(page, '+4915123456781', 'not-the-password');
  await expect(alert).toContainText('Wrong phone or password');

  await waitForShell(page);
  await context.setOffline(true);
  await tryLogIn(page, 'learner@example.org', 'haversack-demo');
  await expect(alert).toContainText('You are offline');
  await context.setOffline(false);
  await server.kill();
  await tryLogIn(page, 'learner@example.org', 'haversack-demo');
  await expect(alert).toContainText('The server is not responding');

  await server.start();
  await tryLogIn(page, 'learner@example.org', 'haversack-demo');
  await expect(pill(page)).toContainText('Up to date');
  await expect(page).toHaveURL('/dashboard');
});

test('after an offline logout, the next person can see and use nothing of the previous person', async ({
  page,
  context,
  server,
  network,
}) => {
  await logIn(page, 'consultant', `${network.url}/tasks`);
  await expect(page.getByText('Call Sergey B.').first()).toBeVisible();
  await page.goto(`${network.url}/profile/settings`);
  await waitForShell(page);
  const old = await copySession(page, context, server.url);
  network.unplug();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(await listDatabaseNames(page)).toEqual(['haversack-device']);
  await page.goto(`${network.url}/tasks`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();

  // Open a page of the same origin that is not the app, so that only the service worker can report the logout.
  await page.goto(`${network.url}/manifest.webmanifest`);
  expect(await refreshFromConsole(page)).toBe(0);
  expect(await old.refresh()).toBe(200);
  network.heal();
  await context.setOffline(false);
  expect(await refreshFromConsole(page)).toBe(401);
  expect(await old.refresh()).toBe(401);
  await logIn(page, 'consultant2', `${network.url}/`);
  await page.goto(`${network.url}/tasks`);
  await expect(page.getByText('Nothing planned for today.')).toBeVisible();
  await expect(page.getByText('Call Sergey B.')).toHaveCount(0);
  await expect(page.getByText('Sommer')).toHaveCount(0);
});
