import { listDatabaseNames, readAllStorage } from './helpers/disk.ts';
import { expect, visit } from './helpers/home.ts';
import { SharedPhone, logOut, leaveDataOnPhone } from './helpers/shared-phone.ts';

visit(
  'leaves no data of two people in the browser files after both have logged out, one of them offline',
  async ({ server }) => {
    const phone = new SharedPhone(server.url);
    try {
      const page = await phone.open();
      const first = await leaveDataOnPhone(page, server.url, 'consultant', 'Prefers to be called Zephyrine');
      // While the person is logged in, the files contain the strings, which proves that the search works.
      expect(phone.search(first).stored.length).toBeGreaterThan(first.length / 2);
      await logOut(page, server.url);
      const second = await leaveDataOnPhone(page, server.url, 'manager', 'Keeps bees at Quillback Farm');
      await phone.setOffline(true);
      await logOut(page, server.url);
      // On a slow machine, the deletion of the database ends after the login screen appears.
      await expect.poll(() => listDatabaseNames(page), { timeout: 10_000 }).toEqual(['haversack-device']);

      const needles = [...first, ...second];
      await expect.poll(() => phone.search(needles).stored, { timeout: 5_000 }).toEqual([]);
      const readable = await readAllStorage(page);
      expect(needles.filter((needle) => readable.includes(needle))).toEqual([]);
      await phone.open();
      const { stored, elsewhere } = phone.search(needles);
      expect(stored).toEqual([]);
      // Strings in files of the browser itself, such as its history, do not fail the test; they are only listed.
      visit.info().annotations.push({ type: 'in files of the browser itself', description: elsewhere.join('\n') });
    } finally {
      await phone.remove();
    }
  },
);
