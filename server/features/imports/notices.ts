import { sql } from 'kysely';
import type { Lang } from '../../../contract/fields.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { fullName } from '../accounts/rows.ts';
import { addNotification } from '../notifications/add.ts';
import type { Import } from './repository.ts';

interface Notice {
  text(count: number, by: string): string;
  open: string;
}

const notices: Record<Lang, Notice> = {
  en: { text: (count, by) => `${by} imported people. New people of yours: ${count}`, open: 'Open people' },
  ru: { text: (count, by) => `${by}: импорт завершён. Новых людей у вас: ${count}`, open: 'Открыть людей' },
  de: { text: (count, by) => `${by} hat Personen importiert. Neu bei Ihnen: ${count}`, open: 'Personen öffnen' },
};

/**
 * Notifies each employee to whom an import assigned people: in the app, with a push message, and by Telegram. The
 * employee who ran the import gets no notice. Returns the number of imported people who wait in the pool.
 */
export async function notifyReceivers(
  context: HandlerContext,
  { id, filename }: Import,
  public_url: string,
): Promise<number> {
  const { tx, scope, received_at: at, caller } = context;
  const { rows } = await sql<{ responsible_id: string | null; language: Lang | null; count: number }>`
    select r.values->>'responsible_id' as responsible_id, h.language, count(*)::int as count
    from import_rows r left join users h on h.scope = r.scope and h.id = r.values->>'responsible_id'
    where r.scope = ${scope} and r.import_id = ${id} and r.disposition = 'create' and r.rev is not null
    group by 1, 2 order by 1`.execute(tx);
  for (const { responsible_id, language, count } of rows) {
    if (responsible_id === null || language === null || responsible_id === caller.user_id) continue;
    const { text, open } = notices[language];
    const button = { text: open, url: `${public_url}/people` };
    const notice = { user_id: responsible_id, text: text(count, fullName(caller.user)), button };
    await addJob(tx, { scope, at }, 'telegram_notice', notice);
    await addNotification(context, {
      ...{ user_id: responsible_id, kind: 'people_imported', target_id: id, title: filename, count },
      ...{ person_id: null, by_id: caller.user_id, occasion: `import:${id}` },
    });
  }
  return rows.find(({ responsible_id }) => responsible_id === null)?.count ?? 0;
}
