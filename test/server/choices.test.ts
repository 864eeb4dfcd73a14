import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choiceNames, type Choice } from '../../contract/api-calls/choices.ts';
import { allResults, contactColors, taskTypes } from '../../contract/values.ts';
import { contactStatuses, priorities } from '../../contract/filter-values.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function listed(path: string, language: 'ru' | 'en' | 'de' = 'en'): Promise<Choice[]> {
  const { token } = await server.user({ language });
  const { status, body } = await server.call('choices.list', { token, params: { path } });
  expect(status).toBe(200);
  return body as unknown as Choice[];
}

const labels = (choices: Choice[]) => Object.fromEntries(choices.map(({ value, label }) => [value, label]));

describe('choice lists', () => {
  it('labels every choice in each language', async () => {
    for (const path of choiceNames) {
      for (const language of ['ru', 'en', 'de'] as const) {
        const choices = await listed(path, language);
        expect(choices.length, path).toBeGreaterThan(2);
        expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
        expect(choices.every(({ label }) => label.trim() !== '')).toBe(true);
      }
    }
  });

  it("returns the choices of the contract in the account's language", async () => {
    const values = async (path: string) => (await listed(path)).map(({ value }) => value);
    expect(await values('contact_statuses')).toEqual(contactStatuses);
    expect(await values('contact_colors')).toEqual(contactColors);
    expect((await values('interaction_results')).toSorted()).toEqual([...allResults].toSorted());
    expect((await values('task_types')).toSorted()).toEqual([...taskTypes].toSorted());
    expect(await values('priorities')).toEqual(priorities);
    expect(labels(await listed('contact_statuses', 'ru'))).toMatchObject({ new: 'Новый' });
    expect(labels(await listed('contact_statuses', 'de'))).toMatchObject({ new: 'Neu' });
    expect(labels(await listed('languages', 'de'))).toEqual({ ru: 'Русский', en: 'English', de: 'Deutsch' });
  });

  it('returns current countries and time zones', async () => {
    const countries = labels(await listed('countries', 'de'));
    expect(countries).toMatchObject({ DE: 'Deutschland', KZ: 'Kasachstan', XK: 'Kosovo' });
    for (const old of ['SU', 'DD', 'YU', 'ZZ', 'EU']) expect(countries).not.toHaveProperty(old);
    expect(Object.keys(countries).length).toBeGreaterThan(240);
    expect(labels(await listed('time_zones'))).toMatchObject({ UTC: 'UTC', 'Europe/Berlin': 'Europe/Berlin' });
  });

  it('responds with 404 for an unknown choice list', async () => {
    const { token } = await server.user();
    for (const path of [
      'users',
      '__proto__',
      'constructor',
      'toString',
      'contact_statuses.json',
      'CONTACT_STATUSES',
      'a b',
    ]) {
      const { status, body } = await server.call('choices.list', { token, params: { path } });
      expect([path, status, body['code']]).toEqual([path, 404, 'not_found']);
    }
    expect((await server.call('choices.list', { params: { path: 'languages' } })).status).toBe(401);
  });
});
