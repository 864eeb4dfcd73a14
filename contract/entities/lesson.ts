import { Id, Lang, Sha256 } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const MediaItem = z.object({
  kind: z.enum(['cover', 'image', 'audio', 'video', 'captions']),
  sha256: Sha256,
  bytes: z.int(),
  /** Media type; present for videos, audio and captions. */
  mime: z.optional(z.string()),
  width: z.nullable(z.int()),
  /**
   * Height of a video in pixels (360, 540 or 720), or null if unknown. If a lesson has several videos, they are the
   * same video in different qualities.
   */
  height: z.nullable(z.int()),
  alt: z.string(),
});
export type MediaItem = z.infer<typeof MediaItem>;

/**
 * A lesson. `body` is sanitised HTML in which images have URLs of the form /media/{sha256}. The row contains no comment
 * counts: otherwise every comment would resend the lesson to all phones.
 */
export const Lesson = z.object({
  id: Id,
  rev: z.int(),
  category_id: Id,
  title: z.string(),
  language: Lang,
  position: z.int(),
  duration_min: z.int(),
  free: z.boolean(),
  body: z.string(),
  media: z.array(MediaItem),
  /** Transcript of the video or audio, as sanitised HTML. */
  transcript: z.optional(z.string()),
});
export type Lesson = z.infer<typeof Lesson>;

export const lessons = defineEntity<Lesson>({
  ...stores.lessons,
  schema: Lesson,
  policies: {},
  parents: [{ entity: 'categories', key: 'category_id' }],
});
