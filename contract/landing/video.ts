/**
 * How a page plays a video: in a frame from the video's host (`frame`), or as a file in the browser's player (`file`).
 */
export interface VideoSource {
  kind: 'frame' | 'file';
  src: string;
  /** Name of the host, for display. */
  host: string;
}

const YOUTUBE =
  /^https:\/\/(?:(?:www|m)\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/|live\/)|youtu\.be\/)([\w-]{6,20})/i;
const VIMEO = /^https:\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})/i;
const FILE = /^https:\/\/([\w.-]+)(?::\d+)?\/[^?#]+\.(?:mp4|webm)(?:[?#]|$)/i;

/** The origins whose frames play videos. */
export const videoFrameOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/** Returns how a page can play the video at an address; null if it can only be opened on its host's site. */
export function videoSource(url: string): VideoSource | null {
  const [, youtubeId] = YOUTUBE.exec(url) ?? [];
  if (youtubeId)
    return { kind: 'frame', src: `${videoFrameOrigins[0]}/embed/${youtubeId}?autoplay=1`, host: 'youtube.com' };
  const [, vimeoId] = VIMEO.exec(url) ?? [];
  if (vimeoId)
    return { kind: 'frame', src: `${videoFrameOrigins[1]}/video/${vimeoId}?autoplay=1&dnt=1`, host: 'vimeo.com' };
  const [, host] = FILE.exec(url) ?? [];
  return host ? { kind: 'file', src: url, host } : null;
}
