import type { ImportField, ImportSettings, RowChoice } from '../../../contract/imports/fields.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';

/** Changes a draft. A check that was made before no longer counts. */
async function change(db: PhoneDb, id: string, apply: (draft: ImportDraft) => void): Promise<void> {
  await db.import_drafts
    .where('id')
    .equals(id)
    .modify((draft) => {
      apply(draft);
      if (draft.check) draft.check.is_stale = true;
    });
}

export const changeSettings = (db: PhoneDb, id: string, patch: Partial<ImportSettings>): Promise<void> =>
  change(db, id, (draft) => Object.assign(draft.settings, patch));

/** Chooses the field of a column; null leaves the column out. */
export const chooseField = (db: PhoneDb, id: string, column: number, field: ImportField | null): Promise<void> =>
  change(db, id, ({ settings, kinds }) => {
    settings.mapping[column] = field;
    kinds[column] = field === null ? 'none' : 'matched';
  });

/** Changes a cell. The file itself stays as it is. */
export const editCell = (db: PhoneDb, id: string, row: number, column: number, text: string): Promise<void> =>
  change(db, id, ({ settings }) => {
    settings.edits[row] = { ...settings.edits[row], [column]: text };
    delete settings.choices[row];
  });

export const chooseForRow = (db: PhoneDb, id: string, row: number, choice: RowChoice): Promise<void> =>
  change(db, id, ({ settings }) => {
    settings.choices[row] = choice;
  });

/** Takes back what was changed or decided in a row. */
export const resetRow = (db: PhoneDb, id: string, row: number): Promise<void> =>
  change(db, id, ({ settings }) => {
    delete settings.edits[row];
    delete settings.choices[row];
  });

export const setRemember = (db: PhoneDb, id: string, remember: boolean): Promise<number> =>
  db.import_drafts.update(id, { remember });

/** Deletes a draft with its file. */
export const discardDraft = (db: PhoneDb, id: string): Promise<void> =>
  db.transaction('rw', [db.import_drafts, db.import_files], async () => {
    await db.import_drafts.delete(id);
    await db.import_files.delete(id);
  });
