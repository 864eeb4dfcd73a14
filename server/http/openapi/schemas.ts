import { reminderMinutes, startMinutes } from '../../../contract/values.ts';
import { Choice, ChoiceName, choiceNames } from '../../../contract/calls/choices.ts';
import { TokenReply } from '../../../contract/calls/accounts.ts';
import { Photo } from '../../../contract/entities/contact.ts';
import { entities } from '../../../contract/entities/index.ts';
import { StartIn } from '../../../contract/entities/lead-args.ts';
import { MediaItem } from '../../../contract/entities/lesson.ts';
import { Reminder } from '../../../contract/entities/task-args.ts';
import { WorkTimes } from '../../../contract/entities/work-times.ts';
import { ErrorBody, FieldError } from '../../../contract/error-body.ts';
import { Sha256 } from '../../../contract/fields.ts';
import { z } from '../../../contract/zod.ts';

export type Json = Record<string, unknown>;

interface Meta {
  /** Name of a component schema. */
  id?: string;
  [keyword: string]: unknown;
}

/** What the schemas themselves cannot say. */
const registry = z.registry<Meta>();

const rowNames: Record<keyof typeof entities, string> = {
  me: 'Me',
  tasks: 'Task',
  tickets: 'Ticket',
  staff_tickets: 'StaffTicket',
  handovers: 'Handover',
  people: 'Person',
  waiting_leads: 'WaitingLead',
  person_events: 'PersonEvent',
  employees: 'Employee',
  contacts: 'Contact',
  contact_categories: 'ContactCategory',
  interactions: 'Interaction',
  lesson_progress: 'LessonProgress',
  news_reads: 'NewsRead',
  event_answers: 'EventAnswer',
  categories: 'Category',
  lessons: 'Lesson',
  comments: 'Comment',
  news: 'News',
  events: 'Event',
  books: 'Book',
  book_shelf: 'LibraryItem',
};
for (const [name, id] of Object.entries(rowNames)) registry.add(entities[name as keyof typeof entities].schema, { id });

registry.add(ErrorBody, { id: 'Error' });
registry.add(FieldError, { id: 'FieldError' });
registry.add(Choice, { id: 'Choice' });
registry.add(TokenReply, { id: 'Token' });
registry.add(WorkTimes, { id: 'WorkTimes' });
registry.add(MediaItem, { id: 'MediaItem', description: 'The file is at GET /media/{sha256}.' });
registry.add(Photo, {
  id: 'Photo',
  description:
    'The file is at GET /api/sync/blobs/{sha256}, that of an own contact also at GET /api/contacts/{id}/photo/.',
});
registry.add(Sha256, {
  id: 'Sha256',
  description: 'Of a file: of media at GET /media/{sha256}, of photos and avatars at GET /api/sync/blobs/{sha256}.',
});
registry.add(StartIn, { enum: [...startMinutes], description: 'Minutes until the task starts.' });
registry.add(Reminder, { enum: [...reminderMinutes], description: 'Minutes before the start.' });
registry.add(ChoiceName, { enum: [...choiceNames] });

/** Formats whose pattern says nothing more. */
const formats = new Set(['uuid', 'date-time', 'date', 'email']);

/** The bounds of every whole number of JavaScript. */
const isSafeBound = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

function tidied(key: string, value: unknown, parent: Json, io: 'input' | 'output'): boolean {
  if (key === '$schema' || key === 'id' || key.startsWith('~')) return typeof value === 'object' && value !== null;
  if (key === 'pattern' && formats.has(String(parent['format']))) return false;
  if ((key === 'maximum' || key === 'minimum') && isSafeBound(value)) return false;
  // A later version may answer with more.
  return !(key === 'additionalProperties' && value === false && io === 'output');
}

/** The JSON of zod without what every schema repeats, its references moved to the components. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const json = value as Json;
  const entries = Object.entries(json).filter(([key, item]) => tidied(key, item, json, io));
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      key === '$ref' ? String(item).replace('#/$defs/', '#/components/schemas/') : tidy(item, io),
    ]),
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Builds the schemas of one document and collects the named ones. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  /** The schema as JSON; named ones become references. */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const options = { io, unrepresentable: 'any', target: 'draft-2020-12', metadata: registry } as const;
    const { $defs = {}, ...json } = tidy(z.toJSONSchema(schema, options), io) as Json & {
      $defs?: Record<string, Json>;
    };
    Object.assign(this.components, $defs);
    return json;
  }

  /** Writes rows with further fields as the row's component and those fields, when all components are known. */
  extended(json: Json): Json {
    return replaceObjects(json, (object) => {
      const properties = object['properties'] as Record<string, Json>;
      for (const [name, base] of Object.entries(this.components)) {
        const known = Object.entries((base['properties'] ?? {}) as Record<string, Json>);
        if (known.length < 8 || !known.every(([key, field]) => isSame(properties[key], field))) continue;
        const names = new Set(known.map(([key]) => key));
        const added = Object.entries(properties).filter(([key]) => !names.has(key));
        const required = ((object['required'] ?? []) as string[]).filter((key) => !names.has(key));
        const own = { type: 'object', properties: Object.fromEntries(added), required };
        const ref = { $ref: `#/components/schemas/${name}` };
        return added.length === 0 ? ref : { allOf: [ref, own] };
      }
      return object;
    });
  }
}

function replaceObjects(value: Json, replace: (object: Json) => Json): Json {
  const inner = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(inner);
    return typeof item === 'object' && item !== null ? replaceObjects(item as Json, replace) : item;
  };
  const json = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
  const isObject = json['type'] === 'object' && typeof json['properties'] === 'object';
  return isObject ? replace(json) : json;
}
