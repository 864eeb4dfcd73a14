import { csvLine } from '../../../contract/csv.ts';
import type { Db } from '../../db/tables.ts';
import { receiptNumber } from '../subscription/receipt-number.ts';
import { ledgerLines, type LedgerLine } from './ledger.ts';

/** Makes spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

const columns = [
  ...['time', 'source', 'record', 'payer', 'name', 'purpose', 'title', 'amount', 'currency', 'from', 'to', 'cause'],
  ...['method', 'provider_id', 'receipt', 'money'],
];

const dollars = (cents: number): number => cents / 100;

const cellsOf = (line: LedgerLine) => [
  ...[line.at, line.source, line.record_id, line.user_id, line.user_name, line.purpose, line.title],
  ...[dollars(line.amount_cents), line.currency, line.from_state, line.to_state, line.cause, line.method],
  ...[line.provider_id, line.receipt_code ?? receiptNumber(line.receipt_no), dollars(line.money_cents)],
];

/** Yields the CSV file of a month, a batch of lines at a time. */
export async function* ledgerCsv(db: Db, scope: string, month: string): AsyncGenerator<string> {
  yield BOM + csvLine(columns);
  for await (const lines of ledgerLines({ tx: db, scope }, month))
    yield lines.map((line) => csvLine(cellsOf(line))).join('');
}
