import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { formatDays } from '../../src/features/tasks/calendar/format-days.ts';
import { loadDateLanguage, setDateLanguage } from '../../src/lib/dates.ts';

const languages = ['en', 'ru', 'de'] as const;

beforeAll(async () => {
  await Promise.all(languages.map(loadDateLanguage));
});

afterEach(() => {
  vi.unstubAllEnvs();
  setDateLanguage('en');
});

it.each([
  ['en', ['23–29 November', '30 November – 06 December', '06 December']],
  ['ru', ['23–29 ноября', '30 ноября – 06 декабря', '06 декабря']],
  ['de', ['23.–29. November', '30. November – 06. Dezember', '06. Dezember']],
] as const)('names the days of a calendar in %s once per month, west and east of Greenwich', (language, texts) => {
  setDateLanguage(language);
  for (const zone of ['America/Lima', 'Asia/Tokyo']) {
    vi.stubEnv('TZ', zone);
    expect([
      formatDays('2026-11-23', '2026-11-29'),
      formatDays('2026-11-30', '2026-12-06'),
      formatDays('2026-12-06', '2026-12-06'),
    ]).toEqual(texts);
  }
});
