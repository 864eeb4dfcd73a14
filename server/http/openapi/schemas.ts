import { reminderMinutes, startMinutes } from '../../../contract/values.ts';
import { Choice, ChoiceName, choiceNames } from '../../../contract/api-calls/choices.ts';
import { TokenReply } from '../../../contract/api-calls/accounts.ts';
import { Photo } from '../../../contract/entities/contact.ts';
import { entities } from '../../../contract/entities/index.ts';
import { StartIn } from '../../../contract/entities/lead-args.ts';
import { MediaItem } from '../../../contract/entities/lesson.ts';
import { Reminder } from '../../../contract/entities/task-args.ts';
import { WorkTimes } from '../../../contract/entities/work-times.ts';
import { IntervalInput, LegacyDay } from '../../../contract/work-times-input.ts';
import { ErrorBody, FieldError } from '../../../contract/error-body.ts';
import { FlowView } from '../../../contract/api-calls/flows.ts';
import { ImportRow, SavedImport } from '../../../contract/api-calls/imports.ts';
import { SubscriptionInfo } from '../../../contract/api-calls/subscription.ts';
import { Branch, TeamMember } from '../../../contract/api-calls/team.ts';
import { allProps, ButtonTarget, LandingImage, propShapes } from '../../../contract/landing/props.ts';
import { Sha256, Texts } from '../../../contract/fields.ts';
import { z } from '../../../contract/zod.ts';

export type Json = Record<string, unknown>;

interface Meta {
  /** Name of a component schema. */
  id?: string;
  [keyword: string]: unknown;
}

/** Names and descriptions that the zod schemas do not contain. */
const registry = z.registry<Meta>();

const rowNames: Record<keyof typeof entities, string> = {
  me: 'Me',
  tasks: 'Task',
  tickets: 'Ticket',
  staff_tickets: 'StaffTicket',
  subscriptions: 'Subscription',
  handovers: 'Handover',
  people: 'Person',
  waiting_leads: 'WaitingLead',
  person_events: 'PersonEvent',
  employees: 'Employee',
  contacts: 'Contact',
  contact_categories: 'ContactCategory',
  interactions: 'Interaction',
  donations: 'Donation',
  recurring_donations: 'RecurringDonation',
  lesson_progress: 'LessonProgress',
  news_reads: 'NewsRead',
  event_answers: 'EventAnswer',
  flows: 'Flow',
  landing_blocks: 'LandingBlock',
  flow_stats: 'FlowStats',
  notifications: 'Notification',
  account_views: 'AccountView',
  saved_views: 'SavedView',
  categories: 'Category',
  lessons: 'Lesson',
  comments: 'Comment',
  news: 'News',
  events: 'Event',
  packages: 'Package',
  books: 'Book',
  book_shelf: 'LibraryItem',
};
for (const [name, id] of Object.entries(rowNames)) registry.add(entities[name as keyof typeof entities].schema, { id });

registry.add(ErrorBody, { id: 'Error' });
registry.add(FieldError, { id: 'FieldError' });
registry.add(Choice, { id: 'Choice' });
registry.add(TokenReply, { id: 'Token' });
registry.add(WorkTimes, { id: 'WorkTimes' });
registry.add(IntervalInput, { id: 'WorkInterval' });
registry.add(LegacyDay, { id: 'WorkDay' });
registry.add(Texts, { id: 'Texts' });
registry.add(SubscriptionInfo, { id: 'SubscriptionInfo' });
registry.add(TeamMember, { id: 'TeamMember' });
registry.add(Branch, { id: 'TeamBranch' });
registry.add(MediaItem, { id: 'MediaItem', description: 'The file is at GET /media/{sha256}.' });
registry.add(Photo, {
  id: 'Photo',
  description:
    "The file is at GET /api/sync/blobs/{sha256}; the photo of one of the caller's contacts is also at GET /api/contacts/{id}/photo/.",
});
registry.add(LandingImage, { id: 'LandingImage', description: 'The file is at GET /api/sync/blobs/{sha256}.' });
registry.add(ButtonTarget, { id: 'ButtonTarget', examples: [{ kind: 'url', value: 'https://example.org' }] });
registry.add(propShapes.video.url, { examples: ['https://www.youtube.com/watch?v=aqz-KE-bpKQ'] });
registry.add(allProps.images, { id: 'GalleryImages' });
registry.add(allProps.questions, { id: 'Questions' });
registry.add(allProps.ref, { id: 'CardRef' });
registry.add(FlowView, { id: 'FlowView' });
registry.add(ImportRow, { id: 'Import' });
registry.add(SavedImport, { id: 'SavedImport' });
registry.add(Sha256, {
  id: 'Sha256',
  description:
    'Hash of a file. Media files are at GET /media/{sha256}, photos and avatars at GET /api/sync/blobs/{sha256}.',
});
registry.add(StartIn, { enum: [...startMinutes], description: 'Minutes until the task starts.' });
registry.add(Reminder, { enum: [...reminderMinutes], description: 'Minutes before the start.' });
registry.add(ChoiceName, { enum: [...choiceNames] });

/** Formats whose regular expression adds no information for the reader. */
const plainFormats = new Set(['uuid', 'date-time', 'date', 'email']);

/** Whether a bound is merely the limit of safe integers in JavaScript. */
const isSafeBound = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

function isKept(key: string, value: unknown, parent: Json, io: 'input' | 'output'): boolean {
  if (key === '$schema' || key === 'id' || key.startsWith('~')) return typeof value === 'object' && value !== null;
  if (key === 'pattern' && plainFormats.has(String(parent['format']))) return false;
  if ((key === 'maximum' || key === 'minimum') && isSafeBound(value)) return false;
  // Keep responses open for additional fields, which later versions of the server may return.
  return !(key === 'additionalProperties' && value === false && io === 'output');
}

/**
 * Simplifies a JSON schema generated by zod: removes the parts that would be repeated in every schema, and makes its
 * references point to the components.
 */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const json = value as Json;
  const entries = Object.entries(json).filter(([key, item]) => isKept(key, item, json, io));
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      key === '$ref' ? String(item).replace('#/$defs/', '#/components/schemas/') : tidy(item, io),
    ]),
  );
}

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Builds the schemas of one document and collects those that have a name. */
export class OpenApiSchemas {
  readonly components: Record<string, Json> = {};

  /** Converts a Zod schema to JSON Schema. Named schemas become references. */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const options = { io, unrepresentable: 'any', target: 'draft-2020-12', metadata: registry } as const;
    const { $defs = {}, ...json } = tidy(z.toJSONSchema(schema, options), io) as Json & {
      $defs?: Record<string, Json>;
    };
    Object.assign(this.components, $defs);
    return json;
  }

  /** Returns the component to which a reference points, or the schema itself if it is not a reference. */
  resolveRef(schema: Json): Json {
    const ref = schema['$ref'];
    return typeof ref === 'string' ? (this.components[ref.replace('#/components/schemas/', '')] ?? schema) : schema;
  }

  /**
   * If an object has all fields of a component, replaces the object with a reference to the component, plus a schema of
   * any additional fields. Must be called after all components have been collected.
   */
  reuseComponents(json: Json): Json {
    return replaceObjects(json, (object) => {
      const properties = object['properties'] as Record<string, Json>;
      for (const [name, base] of Object.entries(this.components)) {
        const known = Object.entries((base['properties'] ?? {}) as Record<string, Json>);
        if (known.length < 8 || !known.every(([key, field]) => isSameJson(properties[key], field))) continue;
        const names = new Set(known.map(([key]) => key));
        const added = Object.entries(properties).filter(([key]) => !names.has(key));
        const required = ((object['required'] ?? []) as string[]).filter((key) => !names.has(key));
        const additions = { type: 'object', properties: Object.fromEntries(added), required };
        const ref = { $ref: `#/components/schemas/${name}` };
        return added.length === 0 ? ref : { allOf: [ref, additions] };
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
