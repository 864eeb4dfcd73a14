import { expect, type Page } from '@playwright/test';

/** Goes from a screen of the app to the payment page of the demo. */
export async function openPaymentPage(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment simulator' })).toBeVisible();
}

/**
 * Leaves the payment page, which redirects to a page of the app whose path starts with `path`, and opens that page. The
 * app of the test is behind a proxy, so the page is opened through the proxy.
 */
export async function returnToApp(
  page: Page,
  { appUrl, path }: { appUrl: string; path: string },
  leave: () => Promise<void>,
): Promise<void> {
  const [request] = await Promise.all([
    page.waitForRequest((pageRequest) => pageRequest.url().startsWith(`${appUrl}${path}`)),
    leave(),
  ]);
  await page.goto(new URL(request.url()).pathname);
}
