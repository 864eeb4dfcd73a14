import type { z } from '../../../contract/zod.ts';
import type { PublicConfig } from '../../../contract/api-calls/sync.ts';
import { languages } from '../../../contract/preference-values.ts';
import { Ids } from './ids.ts';
import { RowReader } from './values.ts';

/** Reads the settings of an installation. Settings that the API does not send get the values of our own server. */
export function readConfigs(body: unknown): z.infer<typeof PublicConfig> {
  const row = new RowReader(body, new Ids());
  return {
    name: row.text('name', 'title', 'project') || 'Haversack',
    default_language: row.oneOf(languages, 'en', 'default_language', 'language'),
    languages: [...languages],
    min_app: row.int(0, 'min_app'),
    currency: row.text('currency') || 'USD',
    telegram_bot: row.textOrNull('telegram_bot'),
    landing_url: null,
    limits: { comment_length: 4000, page_size: 25 },
  };
}
