import { findAccessibilityViolations } from './helpers/barriers.ts';
import { Client } from './helpers/client.ts';
import { test as atHome } from './helpers/home.ts';
import { expect } from './helpers/test.ts';

atHome.use({ who: 'admin' });

atHome(
  'an admin creates an account, gives and takes a role, and finds it all in the audit log',
  async ({ page, server }) => {
    await page.goto('/main/admin');
    await expect(page).toHaveURL('/main/admin/users/all');
    await page.getByRole('link', { name: 'Add a user' }).first().click();
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Email').fill('nora@example.org');
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(page.getByText('User successfully created')).toBeVisible();

    const olga = await Client.logIn(server.url, 'consultant');
    await page.goto('/main/admin/users/all?q=olga');
    await page.getByText('Olga Sommer').first().click();
    const manager = page.getByRole('switch', { name: 'Manager' });
    await page.getByText('Manager', { exact: true }).last().click();
    await expect(manager).toBeChecked();
    await expect(page.getByText('1 change')).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('User successfully updated')).toBeVisible();
    expect(await olga.call('accounts.me')).toMatchObject({ is_manager: true });

    await page.getByRole('link', { name: 'History' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Account changed' });
    await expect(entry.filter({ hasText: 'Manager: on' })).toBeVisible();
    expect(await findAccessibilityViolations(page, 'the audit log')).toEqual([]);

    // The other tests of this worker expect Olga to be a consultant.
    const { id } = await olga.call('accounts.me');
    const admin = await Client.logIn(server.url, 'admin');
    await admin.call('admin.update_user', { params: { id }, body: { is_manager: false } });
    await page.reload();
    await expect(entry.filter({ hasText: 'Manager: off' })).toBeVisible();
  },
);
