import { expect, type Page } from '@playwright/test';

interface Shared {
  text?: string;
  vcard?: string;
}

/**
 * Sends the app the POST request that the operating system sends when another app shares a text or a vCard with it.
 */
export async function postShare(page: Page, { text = '', vcard = '' }: Shared, timeout = 20_000): Promise<void> {
  // Start from a page of the same origin that is not the app.
  await page.goto(new URL('/manifest.webmanifest', page.url()).href);
  await page.evaluate(
    ({ text: shared, vcard: card }) => {
      const form = document.createElement('form');
      Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
      const field = (properties: object) => Object.assign(document.createElement('input'), properties);
      const files = new DataTransfer();
      if (card) files.items.add(new File([card], 'nina.vcf', { type: 'text/vcard' }));
      // Use a hidden field, because the browser stores the values of visible fields for later suggestions.
      form.append(field({ type: 'hidden', name: 'text', value: shared }));
      form.append(field({ type: 'file', name: 'files', files: files.files }));
      document.documentElement.append(form);
      form.submit();
    },
    { text, vcard },
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Haversack' })).toBeVisible({ timeout });
}
