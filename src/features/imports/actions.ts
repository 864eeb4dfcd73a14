import type { ImportField, ImportSettings, RowChoice } from '../../../contract/imports/fields.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';

/** Changes an import draft and marks its check as outdated. */
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

/** Sets the field that a column is imported into; null omits the column. */
export const chooseField = (db: PhoneDb, id: string, column: number, field: ImportField | null): Promise<void> =>
  change(db, id, ({ settings, kinds }) => {
    settings.mapping[column] = field;
    kinds[column] = field === null ? 'none' : 'matched';
  });

/** Stores the new text of a cell. The chosen file itself stays unchanged. */
export const editCell = (db: PhoneDb, id: string, row: number, column: number, text: string): Promise<void> =>
  change(db, id, ({ settings }) => {
    settings.edits[row] = { ...settings.edits[row], [column]: text };
    delete settings.choices[row];
  });

export const decideRow = (db: PhoneDb, id: string, row: number, choice: RowChoice): Promise<void> =>
  change(db, id, ({ settings }) => {
    settings.choices[row] = choice;
  });

/** Discards the edits and decisions of a row. */
export const resetRow = (db: PhoneDb, id: string, row: number): Promise<void> =>
  change(db, id, ({ settings }) => {
    delete settings.edits[row];
    delete settings.choices[row];
  });

export const setRemember = (db: PhoneDb, id: string, remember: boolean): Promise<number> =>
  db.import_drafts.update(id, { remember });

/** Deletes an import draft together with its file. */
export const discardDraft = (db: PhoneDb, id: string): Promise<void> =>
  db.transaction('rw', [db.import_drafts, db.import_files], async () => {
    await db.import_drafts.delete(id);
    await db.import_files.delete(id);
  });
