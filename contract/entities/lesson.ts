import { Id, Lang, Sha256 } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const MediaItem = z.object({
  kind: z.enum(['cover', 'image', 'audio', 'video', 'captions']),
  sha256: Sha256,
  bytes: z.int(),
  /** Of videos, audio and captions. */
  mime: z.optional(z.string()),
  width: z.nullable(z.int()),
  /**
   * Height of a video in pixels (360, 540, 720), or null if unknown. Several videos of a lesson are the same one in
   * several qualities.
   */
  height: z.nullable(z.int()),
  alt: z.string(),
});
export type MediaItem = z.infer<typeof MediaItem>;

/**
 * `body` is sanitised HTML whose images point at /media/{sha256}. Counts are not stored here: each comment would resend
 * the lesson.
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
  /** Transcript of the video or audio: sanitised HTML. */
  transcript: z.optional(z.string()),
});
export type Lesson = z.infer<typeof Lesson>;

export const lessons = defineEntity<Lesson>({
  ...stores.lessons,
  schema: Lesson,
  policies: {},
  parents: [{ entity: 'categories', key: 'category_id' }],
});
