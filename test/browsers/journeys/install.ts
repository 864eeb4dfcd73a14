import { equal } from 'node:assert/strict';
import {
  button,
  click,
  type DrivenPage,
  type Expression,
  isGone,
  showsText,
  waitUntil,
  evaluate,
} from '../driven-page.ts';
import type { EngineName } from '../engines.ts';
import { goTo, logIn, waitForOfflineCopy } from '../steps.ts';
import type { World } from '../world.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.5 Mobile/15E148 Safari/604.1';
/** The user agent of Firefox on an iPhone, which cannot add a page to the home screen. */
const IPHONE_FIREFOX = IPHONE.replace('Version/18.5', 'FxiOS/140.0');

const installButton = button('Install the app');
const iPhoneSteps = showsText('Add to home screen');

/** Expects that the open screen shows this hint and no other, or no hint if it is null. */
async function expectHint(page: DrivenPage, hint: Expression | null): Promise<void> {
  if (hint !== null) await waitUntil(page, hint, hint);
  for (const candidate of [installButton, iPhoneSteps])
    if (candidate !== hint) equal(await evaluate(page, `Boolean(${candidate})`), false, `another hint: ${candidate}`);
}

/** Checks the hint on the login screen three times: with the server up, with the server down, and after a restart. */
async function checkThreeLoads(page: DrivenPage, { server, url }: World, hint: Expression | null): Promise<void> {
  await page.goto(`${url}/login`);
  await waitUntil(page, 'the login screen', button('Log in'));
  await waitForOfflineCopy(page);
  await expectHint(page, hint);
  await server.kill();
  await goTo(page, `${url}/login`);
  await waitUntil(page, 'the login screen', button('Log in'));
  await expectHint(page, hint);
  await server.start();
  await goTo(page, `${url}/login`);
  await waitUntil(page, 'the login screen', button('Log in'));
  await expectHint(page, hint);
}

/**
 * Checks the installation steps in Safari on an iPhone: they can be closed, stay closed, and are always in the
 * settings.
 */
async function checkIPhoneSteps(world: World): Promise<void> {
  const page = await world.openDevice({ userAgent: IPHONE });
  await checkThreeLoads(page, world, iPhoneSteps);
  await click(page, button('Close'));
  await waitUntil(page, 'the login screen without steps', isGone(iPhoneSteps));
  await goTo(page, `${world.url}/login`);
  await logIn(page, 'learner');
  await goTo(page, `${world.url}/profile/settings`);
  await waitUntil(page, 'the settings', button('Log out'));
  await expectHint(page, iPhoneSteps);
}

/**
 * Chromium shows a button that installs the app, Safari on an iPhone shows installation steps, and other browsers show
 * nothing. To get the steps, WebKitGTK sends the user agent of an iPhone.
 */
export async function installJourney(world: World, engine: EngineName): Promise<string> {
  const page = await world.openDevice();
  await checkThreeLoads(page, world, engine === 'chromium' ? installButton : null);
  if (engine === 'chromium') return `${page.name}; a button`;
  if (engine === 'webkit') await checkIPhoneSteps(world);
  else await checkThreeLoads(await world.openDevice({ userAgent: IPHONE_FIREFOX }), world, null);
  return `${page.name}; no button; ${engine === 'webkit' ? 'steps' : 'nothing'} as on an iPhone`;
}
