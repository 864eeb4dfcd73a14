import { Commission } from '../../../../contract/api-calls/partners.ts';
import { partnerOf, type Partner, type PartnerFile } from '../../../../contract/entities/partner.ts';
import type { Person } from '../../../../contract/entities/person.ts';
import { type PartnerOrder, personStatuses, type PersonStatus } from '../../../../contract/filter-values.ts';
import { personWords } from '../../../../contract/search/lines.ts';
import { byPersonName, nameOrPhoneMatcher } from '../../../components/person/name-or-phone-search.ts';
import type { Entry } from '../../../db/outbox/entry.ts';
import { entriesOf } from '../../../db/outbox/view.ts';
import { savedBadges, type RowBadge } from '../../../db/queries/badges.ts';
import { savedPartners } from '../../../db/queries/people.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { staffKeys } from '../../../lib/cached-pages.ts';

export interface PartnerFilters {
  q: string;
  status: PersonStatus | undefined;
  /** Id of the responsible employee. */
  responsible: string | undefined;
  /** Filters by whether the partner has a commission. */
  commission: 'yes' | 'no' | undefined;
  sort: PartnerOrder;
  isDescending: boolean;
}

export interface PartnerListRow extends Partner {
  id: string;
  person: Person;
  badge: RowBadge | undefined;
}

export interface PartnerList {
  rows: PartnerListRow[];
  /** Number of all partners on this device. */
  total: number;
  /** The responsible employees of the partners. */
  employees: { value: string; label: string }[];
}

function partnerRow(person: Person, badge: RowBadge | undefined): PartnerListRow[] {
  const partner = partnerOf(person);
  return partner ? [{ ...partner, id: person.id, person, badge }] : [];
}

function employeesOf(rows: readonly PartnerListRow[]): PartnerList['employees'] {
  const names = new Map(
    rows.flatMap(({ person: { responsible_id: id, responsible_name: name } }) => (id && name ? [[id, name]] : [])),
  );
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

type Comparison = (a: PartnerListRow, b: PartnerListRow) => number;

const texts = new Intl.Collator();

/** Compares texts; empty texts come last. */
const byText = (a: string, b: string): number =>
  a === '' || b === '' ? Number(a === '') - Number(b === '') : texts.compare(a, b);

const comparisons: Record<PartnerOrder, Comparison> = {
  name: (a, b) => byPersonName(a.person, b.person),
  company: (a, b) => byText(a.company, b.company),
  status: (a, b) => personStatuses.indexOf(a.person.status) - personStatuses.indexOf(b.person.status),
  employee: (a, b) => byText(a.person.responsible_name ?? '', b.person.responsible_name ?? ''),
  commission: (a, b) => a.commission_percent - b.commission_percent,
  files: (a, b) => a.files.length - b.files.length,
  since: (a, b) => a.since.localeCompare(b.since),
};

/** Returns the partners on this device that match the filters, in the given order and then by name. */
export async function savedPartnerList(db: PhoneDb, filters: PartnerFilters): Promise<PartnerList> {
  const { status, responsible, commission } = filters;
  const [people, badges] = await Promise.all([savedPartners(db), savedBadges(db, 'people')]);
  const all = people.toSorted(byPersonName).flatMap((person) => partnerRow(person, badges.get(person.id)));
  const direction = filters.isDescending ? -1 : 1;
  const order: Comparison = (a, b) => direction * comparisons[filters.sort](a, b);
  const fits = nameOrPhoneMatcher(filters.q);
  const rows = all.filter(
    ({ person, company, commission_percent }) =>
      (status === undefined || person.status === status) &&
      (responsible === undefined || person.responsible_id === responsible) &&
      (commission === undefined || commission === (commission_percent > 0 ? 'yes' : 'no')) &&
      fits([...personWords(person), company].join(' '), person.phone),
  );
  return { rows: rows.toSorted(order), total: all.length, employees: employeesOf(all) };
}

export interface FileState {
  file: PartnerFile;
  /** Whether the content of the file is on this device. */
  isHere: boolean;
  /** State of the unsent write that adds the file; undefined if the file has been sent. */
  badge: RowBadge | undefined;
}

const shaOf = ({ args }: Entry): string => (args as { file: { sha256: string } }).file.sha256;

/**
 * Returns the files of a partner with their state. Files that the server rejected are appended, so that the user still
 * sees them.
 */
export async function savedPartnerFiles(db: PhoneDb, person: Person): Promise<FileState[]> {
  const { files } = partnerOf(person) ?? { files: [] };
  const entries = await entriesOf(db, 'people', person.id);
  const attachEntries = new Map(
    entries.filter(({ kind }) => kind === 'partner.attach').map((entry) => [shaOf(entry), entry]),
  );
  const sentHashes = new Set(files.map(({ sha256 }) => sha256));
  const refusedEntries = [...attachEntries.values()].filter((entry) => !sentHashes.has(shaOf(entry)));
  const all = [...files, ...refusedEntries.map(({ args }) => (args as { file: PartnerFile }).file)];
  const storedHashes = new Set(
    await db.blobs
      .where('sha256')
      .anyOf(all.map(({ sha256 }) => sha256))
      .primaryKeys(),
  );
  return all.map((file) => {
    const entry = attachEntries.get(file.sha256);
    return {
      file,
      isHere: storedHashes.has(file.sha256),
      badge: entry && { state: entry.state, entries: [entry] },
    };
  });
}

/** Returns the commission of a partner as last fetched; null if it was never fetched. */
export async function savedCommission(
  db: PhoneDb,
  id: string,
): Promise<{ commission: Commission | null; at: string } | null> {
  const page = await db.pages.get(staffKeys.partner(id));
  const parsed = Commission.safeParse(page?.rows[0]);
  return page ? { commission: parsed.success ? parsed.data : null, at: page.fetched_at } : null;
}
