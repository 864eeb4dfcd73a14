import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { EntityName } from '../../../contract/entities/stores.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import type { FieldLabel } from './field-label.ts';
import { flowLabels, landingBlockLabels } from './landing-field-labels.ts';
import { contactColorLabels, contactStatusLabels } from '../contact/contact-labels.ts';
import { taskTypeLabels } from '../task/task-labels.ts';
import { priorityLabels, taskResultLabels } from '../task/task-result-labels.ts';
import { rejectReasonLabels } from '../ticket/ticket-labels.ts';

const directionLabels = {
  in: msg({ message: 'They visited me', context: 'direction of a call' }),
  out: msg({ message: 'I visited them', context: 'direction of a call' }),
};

const languageLabels = { ru: msg`Russian`, en: msg`English`, de: msg`German` };
const themeLabels = { system: msg`System`, light: msg`Light`, dark: msg`Dark` };
const sizeLabels = { s: msg`Small`, m: msg`Normal`, l: msg`Large`, xl: msg`Very large` };

const attendanceLabels = { none: msg`No reply`, going: msg`Going`, not_going: msg`Not going` };

const text = (label: MessageDescriptor): FieldLabel => ({ label, kind: 'text' });
const choice = (label: MessageDescriptor, choices: Record<string, MessageDescriptor>): FieldLabel => ({
  label,
  kind: 'choice',
  choices,
});
const instant = (label: MessageDescriptor, isNullable = false): FieldLabel => ({ label, kind: 'instant', isNullable });

const contact: Record<string, FieldLabel> = {
  first_name: text(msg`First name`),
  last_name: text(msg`Last name`),
  middle_name: text(msg`Middle name`),
  phones: { label: msg`Phone`, kind: 'phones' },
  emails: { label: msg`Email`, kind: 'lines' },
  telegram: { label: msg`Telegram`, kind: 'text', isNullable: true },
  status: choice(msg`Status`, contactStatusLabels),
  category_id: { label: msg`Category`, kind: 'category', isNullable: true },
  is_partner: { label: msg`Partner`, kind: 'flag' },
  city: text(msg`City`),
  country: { label: msg`Country`, kind: 'country', isNullable: true },
  address: text(msg`Address`),
  work_zone: text(msg`Work zone`),
  date_birth: { label: msg`Date of birth`, kind: 'date', isNullable: true },
  next_step_at: instant(msg`Next step`, true),
  notes: { label: msg`Notes`, kind: 'long' },
  consent: { label: msg`Consent`, kind: 'consent' },
  photo: { label: msg`Photo`, kind: 'other' },
};

const interaction: Record<string, FieldLabel> = {
  kind: choice(msg`Type`, taskTypeLabels),
  direction: choice(msg`Who got in touch`, directionLabels),
  result: choice(msg`Result`, taskResultLabels),
  at: instant(msg`When`),
  duration_s: { label: msg`Duration in minutes`, kind: 'minutes' },
  note: { label: msg`Note`, kind: 'long' },
  follow_up_at: instant(msg`Next contact`, true),
};

const task: Record<string, FieldLabel> = {
  title: text(msg`Title`),
  type: choice(msg`Type`, taskTypeLabels),
  start_at: instant(msg({ message: 'Start', context: 'start time of a task' })),
  end_at: instant(msg`End`),
  place: text(msg`Location`),
  priority: choice(msg`Priority`, priorityLabels),
  description: { label: msg`Description`, kind: 'long' },
  result: choice(msg`Result`, taskResultLabels),
  result_note: { label: msg`Note`, kind: 'long' },
  reason: text(msg`Reason`),
  linked_user_id: { label: msg`Person`, kind: 'other' },
  linked_name: { label: msg`Person`, kind: 'other' },
  reminders: { label: msg`Reminders`, kind: 'other' },
};

/** Fields of leads and people. Fields that contacts have too get the same labels. */
const person: Record<string, FieldLabel> = {
  ...Object.fromEntries(
    ['first_name', 'last_name', 'middle_name', 'telegram', 'city', 'country', 'address', 'date_birth'].map((name) => [
      name,
      contact[name] ?? text(msg`Other field`),
    ]),
  ),
  phone: { label: msg`Phone`, kind: 'text', isNullable: true },
  email: { label: msg`Email`, kind: 'text', isNullable: true },
  language: choice(msg`Language`, languageLabels),
  tags: { label: msg`Tags`, kind: 'lines' },
  groups: { label: msg`Groups`, kind: 'lines' },
  next_step_at: instant(msg`Next step`, true),
  notes: { label: msg`Notes`, kind: 'long' },
  note: { label: msg`Note`, kind: 'long' },
  company: text(msg`Company`),
  partner_note: { label: msg`Note on the partner`, kind: 'long' },
  percent: { label: msg`Commission, %`, kind: 'other' },
  to_name: { label: msg`Employee`, kind: 'other' },
  text: { label: msg`Reason`, kind: 'long' },
};

const fieldLabels: Partial<Record<EntityName, Record<string, FieldLabel>>> = {
  contacts: contact,
  interactions: interaction,
  tasks: task,
  contact_categories: {
    name: text(msg`Name`),
    color: choice(msg`Colour`, contactColorLabels),
    position: { label: msg`Position in list`, kind: 'other' },
  },
  people: person,
  flows: flowLabels,
  landing_blocks: landingBlockLabels,
  person_events: { text: { label: msg`Note`, kind: 'long' } },
  comments: { text: { label: msg`Comment`, kind: 'long' } },
  tickets: {
    subject: text(msg`Subject`),
    body: { label: msg`Message`, kind: 'long' },
    reason: text(msg`Reason`),
    stars: { label: msg`Stars`, kind: 'other' },
    comment: { label: msg`Comment`, kind: 'long' },
  },
  staff_tickets: {
    subject: text(msg`Subject`),
    body: { label: msg`Message`, kind: 'long' },
    reason: choice(msg`Reason`, rejectReasonLabels),
    text: text(msg`Details`),
    priority: choice(msg`Priority`, priorityLabels),
    until: instant(msg`Snooze until`, true),
  },
  event_answers: { answer: choice(msg`Your reply`, attendanceLabels) },
  me: {
    language: choice(msg`Language`, languageLabels),
    theme: choice(msg`Theme`, themeLabels),
    text_size: choice(msg`Text size`, sizeLabels),
    first_name: text(msg`First name`),
    last_name: text(msg`Last name`),
    middle_name: { label: msg`Middle name`, kind: 'text', isNullable: true },
    country: { label: msg`Country`, kind: 'country', isNullable: true },
    city: { label: msg`City`, kind: 'text', isNullable: true },
    time_zone: text(msg`Time zone`),
    date_birth: { label: msg`Date of birth`, kind: 'date', isNullable: true },
    telegram: { label: msg`Telegram`, kind: 'text', isNullable: true },
    show_contact_to_team: { label: msg`Contact details for the team`, kind: 'flag' },
    photo: { label: msg`Photo`, kind: 'other' },
    work_times: { label: msg`Working hours`, kind: 'other' },
  },
};

const unknown: FieldLabel = { label: msg`Other field`, kind: 'other' };

/** Returns the label of a field and how its value is shown and edited. An unknown field gets a generic label. */
export function fieldLabel(entity: EntityName, field: string): FieldLabel {
  return fieldLabels[entity]?.[field] ?? unknown;
}

/**
 * Returns the names of the fields of a write that have a label, in the order of the form. Ids and device times have
 * none.
 */
export function labelledFields(entity: EntityName, args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return [];
  const fieldOrder = Object.keys(fieldLabels[entity] ?? {});
  return fieldOrder.filter((field) => Object.hasOwn(args, field));
}

/** The data on which the text of a field value depends, in addition to the value. */
export interface LabelContext {
  i18n: I18n;
  /** Names of the user's contact categories by id. */
  categories: ReadonlyMap<string, string>;
}

const emptyText = msg({ message: 'Nothing', context: 'an empty field' });

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

function phoneLine(phone: unknown): string {
  if (typeof phone !== 'object' || phone === null) return '';
  const { number = '', label = '' } = phone as { number?: string; label?: string };
  return label === '' ? number : `${number}, ${label}`;
}

function linesOf(fieldInfo: FieldLabel, value: unknown, { i18n, categories }: LabelContext): string[] {
  const valueText = String(value);
  switch (fieldInfo.kind) {
    case 'phones':
      return Array.isArray(value) ? value.map(phoneLine) : [];
    case 'lines':
      return Array.isArray(value) ? value.map(String) : [];
    case 'date':
      return [formatDate(valueText)];
    case 'instant':
      return [formatDateTime(valueText)];
    case 'flag':
      return [value === true ? i18n._(msg`Yes`) : i18n._(msg`No`)];
    case 'choice': {
      const choiceLabel = fieldInfo.choices?.[valueText];
      return [choiceLabel ? i18n._(choiceLabel) : valueText];
    }
    case 'category':
      return hasValue(categories.get(valueText)) ? [categories.get(valueText)!] : [];
    case 'country':
      return [new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' }).of(valueText) ?? valueText];
    case 'minutes':
      return [i18n.number(Math.round(Number(value) / 60))];
    case 'consent':
      return consentLines(value);
    case 'target':
      return [targetText(value) || i18n._(msg`The form`)];
    case 'questions':
      return questionLines(value);
    case 'images':
      return [
        Array.isArray(value)
          ? i18n._(msg`${plural(value.length, { one: '# image', other: '# images' })}`)
          : i18n._(msg`Changed`),
      ];
    case 'other':
      return typeof value === 'string' || typeof value === 'number' ? [valueText] : [i18n._(msg`Changed`)];
    default:
      return [valueText];
  }
}

const targetText = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'value' in value ? String(value.value) : '';

function questionLines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as { question?: string; answer?: string }[]).flatMap(({ question = '', answer = '' }) => [
    question,
    answer,
  ]);
}

function consentLines(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { given_at = '', how = '' } = value as { given_at?: string; how?: string };
  return [formatDate(given_at), how].filter((line) => line !== '');
}

/** Returns a value as lines of text: one line per list item, or one line that states that the value is empty. */
export function fieldValueLines(fieldInfo: FieldLabel, value: unknown, context: LabelContext): string[] {
  const lines = hasValue(value) ? linesOf(fieldInfo, value, context).filter((line) => line.trim() !== '') : [];
  return lines.length > 0 ? lines : [context.i18n._(emptyText)];
}
