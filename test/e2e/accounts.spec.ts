import type { Page } from '@playwright/test';
import type { Me } from '../../contract/entities/me.ts';
import { Client } from './helpers/client.ts';
import { visit } from './helpers/home.ts';
import { readMailedLink } from './helpers/mail.ts';
import { logIn, openOnlinePage, pill, tableRows, waitForShell, tryLogIn } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

const NEW_PASSWORD = 'another door that opens';

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD);
}

visit('registers through a link with a promo code opened offline', async ({ page, context }) => {
  await page.goto('/login');
  await waitForShell(page);
  await context.setOffline(true);
  await page.goto('/register/OLGA');
  await page.getByLabel('First name').fill('Lena');
  await page.getByLabel('Email').fill('lena.new@example.org');
  await page.getByLabel('Phone').fill('+49 1512 3456799');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please, fill all fields')).toBeVisible();
  await choosePassword(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Referral promo code')).toHaveValue('OLGA');
  await page.getByText('I agree to the privacy policy').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();

  // After the tab was closed and reopened, all fields except the password still contain their values.
  await page.close();
  const again = await context.newPage();
  await context.setOffline(false);
  await again.goto('/register');
  await expect(again.getByLabel('First name')).toHaveValue('Lena');
  await choosePassword(again);
  // The email address of a demo account is already in use. The form shows this before it is submitted.
  await again.getByLabel('Email').fill('learner@example.org');
  await again.getByLabel('Phone').focus();
  await expect(again.getByText('Email is already in use')).toBeVisible();
  await again.getByLabel('Email').fill('lena.new@example.org');
  await again.getByLabel('Email').press('Enter');
  await expect(again.getByRole('heading', { name: 'Step 2 of 2' })).toBeFocused();
  await expect(again.getByLabel('Referral promo code')).toHaveValue('OLGA');
  await again.goBack();
  await expect(again.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);
  await again.goForward();
  await again.getByText('I agree to the privacy policy').click();
  await again.getByRole('button', { name: 'Create account' }).click();
  await expect(again.getByText('Logged in')).toBeVisible();
  await expect(again).toHaveURL('/subscription');
  await expect(pill(again)).toContainText('Up to date');
  const [me] = await tableRows<Me>(again, 'me');
  expect(me).toMatchObject({ first_name: 'Lena', email: 'lena.new@example.org', phone: '+4915123456799' });
});

test('resets a forgotten password through the emailed link and ends old sessions', async ({
  page,
  browser,
  server,
}) => {
  await logIn(page, 'learner');
  const fresh = await openOnlinePage(browser, server.url);
  await fresh.goto('/login');
  await fresh.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous screen also has an email field, so wait for the title of the new screen.
  await expect(fresh.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await fresh.getByLabel('Email', { exact: true }).fill('learner@example.org');
  await fresh.getByRole('button', { name: 'Email me a link' }).click();
  await expect(fresh.getByText('Check your email')).toBeVisible();
  const link = await readMailedLink(server, '/password-reset');
  await fresh.goto(link);
  await expect(fresh).toHaveURL('/password-reset');
  await choosePassword(fresh);
  await fresh.getByRole('button', { name: 'Save password' }).click();
  await expect(fresh.getByText('Password changed successfully')).toBeVisible();
  await tryLogIn(fresh, 'learner@example.org', NEW_PASSWORD);
  await expect(fresh).toHaveURL('/dashboard');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await expect(page.getByText('This link has already been used')).toBeVisible();
  await fresh.context().close();
});

test('a login link created by an admin works only once, and only until it expires after an hour', async ({
  page,
  browser,
  server,
}) => {
  const admin = await Client.logIn(server.url, 'admin');
  const learner = await Client.logIn(server.url, 'learner');
  const { id } = await learner.call('accounts.me');
  const { url, expires_at } = await admin.call('accounts.make_link', { query: { user_id: id } });
  const { pathname } = new URL(url ?? '');
  const restartAt = async (seconds: number): Promise<void> => {
    await server.stop();
    await server.start({ at: new Date(Date.parse(expires_at) + seconds * 1000) });
  };
  await restartAt(1);
  await page.goto(pathname);
  await expect(page.getByText('Link has expired')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save password and log in' })).toHaveCount(0);

  await restartAt(-1);
  await page.goto(pathname);
  await choosePassword(page);
  await page.getByRole('button', { name: 'Save password and log in' }).click();
  await expect(page.getByText('Logged in')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  const second = await openOnlinePage(browser, server.url);
  await second.goto(pathname);
  await expect(second.getByText('This link has already been used')).toBeVisible();
  await second.context().close();
});
