import { test, expect } from './helpers/home.ts';
import type { Who } from './helpers/phone.ts';
import { readShiftsWhenSettled, watchShifts } from './helpers/shift-watch.ts';

// The most frequently opened screens. `npm run bench -- --only shifts` opens all screens.

const screens: Partial<Record<Who, readonly string[]>> = {
  learner: ['/dashboard', '/lessons', '/help'],
  consultant: ['/staff-dashboard', '/tasks', '/leads', '/contacts', '/people'],
};

/** Maximum sum of the layout shifts of a screen. */
const LIMIT = 0.02;

for (const [who, paths] of Object.entries(screens) as [Who, readonly string[]][]) {
  test(`nothing moves on the screens of a ${who} while they load on a slow device`, async ({ pageOf }) => {
    const page = await pageOf(who);
    await watchShifts(page.context());
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const found: string[] = [];
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(path);
        const { shift, shifted } = await readShiftsWhenSettled(page);
        if (shift > LIMIT) found.push(`${path} at ${size.width} px: ${shift.toFixed(3)}`, ...shifted);
      }
    }
    await session.detach();
    expect(found).toEqual([]);
  });
}
