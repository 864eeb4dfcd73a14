import { sql } from 'kysely';
import { fillSearchTexts } from '../../server/db/search-text.ts';
import type { TestServer } from '../helpers/server.ts';

const PEOPLE = 100_000;

/**
 * Adds people who are assigned to 40 employees. Every third person has an open task, every second an interaction, and
 * every tenth a donation.
 */
export async function seedPeople(db: TestServer['db'], scope: string, managerId: string): Promise<void> {
  const employee = sql`'01900000-0009-7000-8000-' || lpad(to_hex(n % 40), 12, '0')`;
  const id = sql`'01900000-0001-7000-8000-' || lpad(to_hex(n), 12, '0')`;
  const from = (count: number) => sql`generate_series(1, ${count}::int) as n`;
  await sql`insert into users (scope, id, first_name, last_name, language, status, is_staff, responsible_id, rev,
      created_at, updated_at)
    select ${scope}, ${employee}, 'Employee', n::text, 'en', 'active', true, ${managerId}, 1, now(), now()
    from generate_series(0, 39) as n`.execute(db);
  await sql`insert into users (scope, id, first_name, last_name, phone, language, city, country, status, tags,
      responsible_id, rev, created_at, updated_at)
    select ${scope}, ${id}, (array['Anna','Борис','Jürgen','Grace','Timur','Пётр','Lena'])[1 + n * 5 % 7],
      (array['Petrova','Weiß','Соколов','Müller','Smith'])[1 + n * 3 % 5] || ' ' || md5(n::text),
      '+49155' || lpad(n::text, 8, '0'), (array['en','de','ru'])[1 + n % 3],
      (array['Berlin','Hamburg','Almaty','Wien'])[1 + n % 4], (array['DE','AT','KZ'])[1 + n % 3],
      (array['processing','active','not_active'])[1 + n * 7 % 3],
      case when n % 4 = 0 then '["Family"]'::jsonb else '[]'::jsonb end, ${employee}, 1,
      now() - n * interval '1 minute', now() - n % 977 * interval '7 minutes'
    from ${from(PEOPLE)}`.execute(db);
  await sql`insert into tasks (scope, id, assignee_id, author_id, type, title, start_at, end_at, linked_user_id, state,
      rev, created_at, updated_at)
    select ${scope}, '02' || ${id}, ${employee}, ${employee}, 'call', 'Call', at, at + interval '15 minutes', ${id},
      'planned', 1, now(), now()
    from ${from(PEOPLE)}, lateral (select now() + n % 4001 * interval '7 minutes' as at) t where n % 3 = 0`.execute(db);
  await sql`insert into interactions (scope, id, user_id, kind, direction, at, corrected_at, duration_s, result,
      author_id, rev, created_at, updated_at)
    select ${scope}, '03' || ${id}, ${id}, 'call', 'out', now(), now(), 60, 'reached', ${employee}, 1, now(), now()
    from ${from(PEOPLE)} where n % 2 = 0`.execute(db);
  await sql`insert into donations (scope, id, donor_id, author_id, amount_cents, currency, purpose, method, paid_at,
      receipt, state, entered_at, rev, created_at, updated_at)
    select ${scope}, '04' || ${id}, ${id}, ${employee}, 1000, 'USD', 'general', 'cash', now() - n * interval '3 minutes',
      n::text, 'confirmed', now(), 1, now(), now() from ${from(PEOPLE)} where n % 10 = 0`.execute(db);
  await db.transaction().execute((tx) => fillSearchTexts(tx));
  await sql`vacuum analyze`.execute(db);
}
