import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { videoHeights, type VideoHeight } from '../../contract/values.ts';
import { lineOf } from './front-matter.ts';
import { toHtml } from './html.ts';
import type { Problem } from './import-issue.ts';

/** A sound, a film or its captions. It may be large: its bytes stay in the folder until they are written. */
export interface ClipFile {
  path: string;
  sha256: string;
  mime: string;
  bytes: number;
}

type ClipKind = 'video' | 'audio' | 'captions';

const MB = 1024 * 1024;

interface Kind {
  most: number;
  words: string;
  /** What the file's own bytes say -> what browsers are told. */
  mimes: Readonly<Record<string, string>>;
}

const kinds: Readonly<Record<ClipKind, Kind>> = {
  video: {
    most: 500 * MB,
    words: 'must be an MP4 or WebM film',
    mimes: { 'video/mp4': 'video/mp4', 'video/x-m4v': 'video/mp4', 'video/webm': 'video/webm' },
  },
  audio: {
    most: 100 * MB,
    words: 'must be an MP3, M4A, Ogg or WebM sound',
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
  captions: { most: MB, words: 'must be WebVTT captions', mimes: { 'text/vtt': 'text/vtt' } },
};

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Judges a file by its own bytes, never by its name. Throws an Error that says what is wrong. */
export async function readClip(path: string, kind: ClipKind): Promise<ClipFile> {
  const { most, words, mimes } = kinds[kind];
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new Error('is not there');
  if (found.size > most) throw new Error(`is larger than ${most / MB} MB`);
  const type = await fileTypeFromFile(path);
  const mime = mimes[type?.mime ?? ''];
  if (!mime) throw new Error(words);
  return { path, sha256: await hashOfFile(path), mime, bytes: found.size };
}

const MOST_TRANSCRIPT_BYTES = 200_000;

/** Plain text, a blank line between paragraphs, as HTML. */
async function readTranscript(path: string): Promise<string> {
  if (!path.endsWith('.txt')) throw new Error('must be a .txt file');
  const bytes = await readFile(path).catch(() => {
    throw new Error('is not there');
  });
  if (bytes.length > MOST_TRANSCRIPT_BYTES) throw new Error(`is larger than ${MOST_TRANSCRIPT_BYTES / 1000} kB`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not UTF-8 text');
  }
  if (text.includes('\0')) throw new Error('holds a NUL character');
  return toHtml(text, new Map());
}

type ClipKey = ClipKind | `video_${VideoHeight}`;

/** The keys of the front matter that name clips, in the order in which these stand in the lesson. */
const clipKeys: readonly { key: ClipKey; kind: ClipKind; height: VideoHeight | null }[] = [
  { key: 'video', kind: 'video', height: null },
  ...videoHeights.map((height) => ({ key: `video_${height}` as const, kind: 'video' as const, height })),
  { key: 'audio', kind: 'audio', height: null },
  { key: 'captions', kind: 'captions', height: null },
];

export interface Clips {
  clips: ClipFile[];
  media: MediaItem[];
  transcript: string;
  problems: Problem[];
}

/** The film of a lesson in its qualities, the sound, its captions and what is said in it; they lie beside it. */
export async function readClips(
  dir: string,
  file: string,
  head: Partial<Record<ClipKey | 'transcript', string | undefined>>,
  source: string,
): Promise<Clips> {
  const read: Clips = { clips: [], media: [], transcript: '', problems: [] };
  const take = async (key: ClipKey | 'transcript', taken: (path: string) => Promise<void>): Promise<void> => {
    const href = head[key];
    if (href === undefined) return;
    try {
      if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new Error('must lie beside the lesson');
      await taken(join(dir, dirname(file), href));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      read.problems.push({ file, line: lineOf(source, key), text: `${key} ${href} ${reason}` });
    }
  };
  for (const { key, kind, height } of clipKeys) {
    await take(key, async (path) => {
      const clip = await readClip(path, kind);
      read.clips.push(clip);
      const { sha256, bytes, mime } = clip;
      read.media.push({ kind, sha256, bytes, mime, width: null, height, alt: '' });
    });
  }
  await take('transcript', async (path) => {
    read.transcript = await readTranscript(path);
  });
  return read;
}
