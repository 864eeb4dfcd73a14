import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { videoHeights, type VideoHeight } from '../../contract/video-heights.ts';
import { lineOf } from './front-matter.ts';
import { toHtml } from './html.ts';
import type { ImportIssue } from './import-issue.ts';

/**
 * A video, audio or captions file. The file may be large, so its bytes are read only when they are written to the
 * database.
 */
export interface MediaFile {
  path: string;
  sha256: string;
  mime: string;
  bytes: number;
}

type MediaKind = 'video' | 'audio' | 'captions';

const MB = 1024 * 1024;

interface KindRules {
  maxBytes: number;
  requirement: string;
  /** Maps the detected media type to the type that is sent to browsers. */
  mimes: Readonly<Record<string, string>>;
}

const kinds: Readonly<Record<MediaKind, KindRules>> = {
  video: {
    maxBytes: 500 * MB,
    requirement: 'must be an MP4 or WebM video',
    mimes: { 'video/mp4': 'video/mp4', 'video/x-m4v': 'video/mp4', 'video/webm': 'video/webm' },
  },
  audio: {
    maxBytes: 100 * MB,
    requirement: 'must be MP3, M4A, Ogg or WebM audio',
    mimes: {
      'audio/mpeg': 'audio/mpeg',
      'audio/x-m4a': 'audio/mp4',
      'audio/mp4': 'audio/mp4',
      'audio/ogg': 'audio/ogg',
      'audio/ogg; codecs=opus': 'audio/ogg',
      'audio/webm': 'audio/webm',
      'video/webm': 'audio/webm',
    },
  },
  captions: { maxBytes: MB, requirement: 'must be WebVTT captions', mimes: { 'text/vtt': 'text/vtt' } },
};

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Reads size, hash and type of a media file. The type is detected from its bytes, not from its name. Throws an Error
 * whose message is the reason.
 */
export async function readMediaFile(path: string, kind: MediaKind): Promise<MediaFile> {
  const { maxBytes, requirement, mimes } = kinds[kind];
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new Error('does not exist');
  if (found.size > maxBytes) throw new Error(`is larger than ${maxBytes / MB} MB`);
  const type = await fileTypeFromFile(path);
  const mime = mimes[type?.mime ?? ''];
  if (!mime) throw new Error(requirement);
  return { path, sha256: await hashOfFile(path), mime, bytes: found.size };
}

const MAX_TRANSCRIPT_BYTES = 200_000;

/** Reads a transcript, which is plain text with blank lines between paragraphs, and converts it to HTML. */
async function readTranscript(path: string): Promise<string> {
  if (!path.endsWith('.txt')) throw new Error('must be a .txt file');
  const bytes = await readFile(path).catch(() => {
    throw new Error('does not exist');
  });
  if (bytes.length > MAX_TRANSCRIPT_BYTES) throw new Error(`is larger than ${MAX_TRANSCRIPT_BYTES / 1000} kB`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not UTF-8 text');
  }
  if (text.includes('\0')) throw new Error('contains a NUL character');
  return toHtml(text, new Map());
}

type MediaKey = MediaKind | `video_${VideoHeight}`;

/** The front matter keys of media files, in the order in which a lesson shows them. */
const mediaKeys: readonly { key: MediaKey; kind: MediaKind; height: VideoHeight | null }[] = [
  { key: 'video', kind: 'video', height: null },
  ...videoHeights.map((height) => ({ key: `video_${height}` as const, kind: 'video' as const, height })),
  { key: 'audio', kind: 'audio', height: null },
  { key: 'captions', kind: 'captions', height: null },
];

export interface LessonMedia {
  files: MediaFile[];
  media: MediaItem[];
  transcript: string;
  problems: ImportIssue[];
}

/**
 * Reads the media of a lesson from its folder: the video in all its qualities, the audio, the captions and the
 * transcript.
 */
export async function readMedia(
  dir: string,
  file: string,
  head: Partial<Record<MediaKey | 'transcript', string | undefined>>,
  source: string,
): Promise<LessonMedia> {
  const read: LessonMedia = { files: [], media: [], transcript: '', problems: [] };
  const readKey = async (key: MediaKey | 'transcript', add: (path: string) => Promise<void>): Promise<void> => {
    const href = head[key];
    if (href === undefined) return;
    try {
      if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new Error('must be in the same folder as the lesson');
      await add(join(dir, dirname(file), href));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      read.problems.push({ file, line: lineOf(source, key), text: `${key} ${href} ${reason}` });
    }
  };
  for (const { key, kind, height } of mediaKeys) {
    await readKey(key, async (path) => {
      const media = await readMediaFile(path, kind);
      read.files.push(media);
      const { sha256, bytes, mime } = media;
      read.media.push({ kind, sha256, bytes, mime, width: null, height, alt: '' });
    });
  }
  await readKey('transcript', async (path) => {
    read.transcript = await readTranscript(path);
  });
  return read;
}
