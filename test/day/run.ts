import { type BrowserContext, type Page } from '@playwright/test';
import { ensureChromium } from '../chromium.ts';
import type { Receipt } from '../../src/db/outbox/entry.ts';
import { DiskBrowser } from '../e2e/helpers/browser.ts';
import { Client } from '../e2e/helpers/client.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { logIn, pill, waitUntilReadyForOffline, tableRows } from '../e2e/helpers/phone.ts';
import { Proxy } from '../e2e/helpers/proxy.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import { waitUntilDrained, waitUntil } from '../faults/world.ts';
import { SlowConnection, speed2G } from './network-shaping.ts';
import { setClock, workerClockScript, CLOCK_ERROR_MS } from './clock.ts';
import { CountWatch, readOutboxCounts } from './counts.ts';
import { afternoon, midday, OWN_TEXT, morning, PLANNED_MEETINGS, type Step } from './plan.ts';
import { compareRows } from './compare.ts';
import { chooseOwnVersions, SecondDevice } from './second-device.ts';

// `npm run day`: a consultant's day in the built product. The phone has a slow processor (four times slower), a 2G
// connection that loses every tenth request, and a clock that is a day ahead. It is offline for three hours, and its
// browser is killed three times. A second device edits the same people. At the end, the data on the server must equal
// the data on the device, and every count that was shown during the day must have been right.

const WHO = 'consultant';
const SLOWER = 4;
const LOSS = 0.1;
const HOURS_AWAY_MS = 3 * 3_600_000;
/** The limits are generous because both the connection and the device are slow. */
const STEP_TIMEOUT_MS = 60_000;
const SEND_TIMEOUT_MS = 240_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface TestNetwork {
  server: Server;
  network: Proxy;
  connection: SlowConnection;
}

async function startNetwork(): Promise<TestNetwork> {
  const server = await startServer();
  const network = new Proxy(() => server.url);
  for (const script of ['/assets/sync.worker', '/assets/search.worker', '/sw.js'])
    network.prepend(script, workerClockScript);
  await network.open();
  const connection = new SlowConnection(() => network.url);
  await connection.open();
  return { server, network, connection };
}

/**
 * Loses every tenth request: half of them before they reach the server, the other half after the server has processed
 * them. The choice is deterministic.
 */
function loseEveryTenthRequest(network: Proxy): void {
  let seed = 7;
  network.chance = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    const drawn = seed / 2_147_483_647;
    return drawn >= LOSS ? null : drawn < LOSS / 2 ? 'lose_request' : 'lose_reply';
  };
}

/** The device that is used all day. It is always slow, and its browser is killed and opened again several times. */
class DayPhone {
  readonly browser = new DiskBrowser();
  kills = 0;
  wrong_ms = CLOCK_ERROR_MS;
  page!: Page;
  context!: BrowserContext;

  async open({ offline = false } = {}): Promise<void> {
    ({ context: this.context, page: this.page } = await this.browser.open({ offline }));
    this.context.setDefaultTimeout(STEP_TIMEOUT_MS);
    await setClock(this.context, this.wrong_ms);
    const session = await this.context.newCDPSession(this.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }

  /** Kills the browser, as a device does when it runs out of memory, and opens the same screen again. */
  async killAndReopen(url: string, options: { offline?: boolean } = {}): Promise<void> {
    await this.browser.kill();
    this.kills += 1;
    await this.open(options);
    await this.page.goto(url);
    await pill(this.page).first().waitFor();
  }
}

async function prepareRecords(client: Client): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() + CLOCK_ERROR_MS + minutes * 60_000).toISOString();
  for (const first_name of ['Edited', 'Clash', 'Third'])
    await client.call('contacts.add', { body: { first_name, notes: 'As they were.' } });
  for (const [index, title] of PLANNED_MEETINGS.entries())
    await client.call('tasks.create', { body: { type: 'meet', title, start_at: at(10 * index) } });
}

class Day {
  readonly watch = new CountWatch();
  readonly failed: string[] = [];
  actionCount = 0;
  readonly phone = new DayPhone();
  readonly setup: TestNetwork;

  constructor(setup: TestNetwork) {
    this.setup = setup;
  }

  /** Runs the actions in order. A failed action is reported, and the day continues. */
  async runSteps(steps: readonly Step[]): Promise<void> {
    for (const { name, action } of steps) {
      this.actionCount += 1;
      const startedAt = performance.now();
      const mark = `${name} ${this.actionCount}`;
      try {
        await action(this.phone.page, mark);
        await this.watch.look(this.phone.page, mark);
      } catch (error) {
        this.failed.push(
          `${mark}: ${error instanceof Error ? error.message.split('\n').slice(0, 6).join(' | ') : String(error)}`,
        );
        await this.phone.page.screenshot({ path: `test-results/day ${mark}.png` }).catch(() => {});
        await this.phone.page.keyboard.press('Escape').catch(() => {});
      }
      const { to_send } = await readOutboxCounts(this.phone.page);
      print(
        `  ${mark.padEnd(34)}${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s   ${to_send} to send`,
      );
    }
  }
}

/** Runs the scripted day. */
async function runDay(day: Day, client: Client): Promise<void> {
  const { phone, setup } = day;
  const { connection, network, server } = setup;
  const at = (path: string) => `${connection.url}${path}`;
  await phone.open();
  print('the first download, on the Wi-Fi at home');
  await logIn(phone.page, WHO, at('/'));
  await waitUntilReadyForOffline(phone.page);
  const secondDevice = await SecondDevice.open(server.url, WHO);
  const beforeMorning = connection.bytes;
  connection.speed = speed2G;
  loseEveryTenthRequest(network);

  print('morning, on 2G');
  await day.runSteps(morning);
  print('the browser is killed');
  await phone.killAndReopen(at('/staff-dashboard'));
  await secondDevice.editContact('Edited', { Address: 'New street 2' });

  print('three hours without a network');
  await phone.context.setOffline(true);
  await day.runSteps(midday.slice(0, midday.length / 2));
  // The device's clock advances by three hours.
  phone.wrong_ms += HOURS_AWAY_MS;
  print('the browser is killed, offline; its clock has advanced by three hours');
  await phone.killAndReopen(at('/staff-dashboard'), { offline: true });
  await secondDevice.editContact('Clash', { Notes: 'Written on the other device.' });
  await day.runSteps(midday.slice(midday.length / 2));
  await phone.context.setOffline(false);
  print('back on 2G');

  await day.runSteps(afternoon);
  print('the browser is killed while it sends');
  await phone.killAndReopen(at('/tasks'));
  await waitUntil(
    async () => (await readOutboxCounts(phone.page)).to_send === 0,
    SEND_TIMEOUT_MS,
    'everything is sent',
  );
  await day.watch.look(phone.page, 'evening');
  const clashes = await chooseOwnVersions(phone.page, OWN_TEXT);
  print(`evening: ${clashes} conflicts that the person decided`);
  const drained_ms = await waitUntilDrained(phone.page, SEND_TIMEOUT_MS);
  await day.watch.look(phone.page, 'the end');
  await secondDevice.close();

  const { up, down } = connection.bytes;
  const sent = up - beforeMorning.up;
  const received = down - beforeMorning.down;
  await report(day, client, { sent, received, drained_ms });
}

interface DayTotals {
  sent: number;
  received: number;
  drained_ms: number;
}

async function report(day: Day, client: Client, { sent, received, drained_ms }: DayTotals): Promise<void> {
  const { phone, watch, failed, setup } = day;
  const { page } = phone;
  let comparison = await compareRows(page, client);
  // The last reply may not have arrived yet, so repeat the comparison.
  for (let count = 0; count < 20 && comparison.different.length > 0; count += 1) {
    await page.waitForTimeout(1_500);
    comparison = await compareRows(page, client);
  }
  const history = await tableRows<Receipt>(page, 'history');
  const kinds = Map.groupBy(history, ({ kind }) => kind);
  const outbox = await readOutboxCounts(page);
  print('');
  for (const [kind, lines] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    print(`  ${kind.padEnd(28)}${String(lines.length).padStart(4)}`);
  print(`writes accepted             ${history.length}, of ${kinds.size} kinds`);
  print(`browser killed              ${phone.kills} times; clock ${(phone.wrong_ms / 3_600_000).toFixed(0)} h ahead`);
  print(
    `requests lost               ${setup.network.hits('lose_request')}, replies ${setup.network.hits('lose_reply')}`,
  );
  print(`counts checked              ${watch.looked}, wrong ${watch.mismatches.length}`);
  print(`left in the outbox          ${outbox.all}; all writes were sent within ${(drained_ms / 1000).toFixed(0)} s`);
  print(`rows compared               ${comparison.rows}, different ${comparison.different.length}`);
  print(`after the first mirror      ${kB(sent)} sent, ${kB(received)} received (goal: under 1000 kB in all)`);
  for (const line of [...failed, ...watch.mismatches, ...comparison.different]) print(`  ${line}`);
  const isGood =
    failed.length === 0 &&
    watch.mismatches.length === 0 &&
    comparison.different.length === 0 &&
    outbox.all === 0 &&
    phone.kills === 3 &&
    kinds.size >= 12 &&
    history.length >= 60;
  print(isGood ? 'the data on the server equals the data on the device' : 'FAILED: see the lines above');
  process.exitCode = isGood ? 0 : 1;
}

const kB = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;

ensureChromium();
const startedAt = performance.now();
const removeSeed = await seedOnce();
const setup = await startNetwork();
const day = new Day(setup);
try {
  const client = await Client.logIn(setup.server.url, WHO);
  await prepareRecords(client);
  await runDay(day, client);
} catch (error) {
  for (const line of day.failed) print(`  ${line}`);
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  await day.phone.browser.remove();
  await setup.connection.close();
  await setup.network.close();
  await setup.server.remove();
  removeSeed();
}
print(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
process.exit();
