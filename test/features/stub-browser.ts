import { onTestFinished, vi } from 'vitest';

// All page tests share one window, so these replacements end with the test that made them.

/** Gives `navigator` a property. */
export function stubNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, name);
  });
}

/** Gives the device a clipboard, and returns the function that writes to it. */
export function stubClipboard() {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  stubNavigator('clipboard', { writeText });
  return writeText;
}

/** Replaces the URLs of files, and returns the files for which the page has made one. */
export function stubFileUrls(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  return files;
}

/** Gives the window a width, by which media queries for a minimum width are decided. */
export function setWidth(width: number): void {
  const { matchMedia } = window;
  window.matchMedia = (query) => {
    const min = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return { ...matchMedia(query), matches: width >= min, media: query };
  };
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
}

/** Reads a file including its byte order mark. */
export const textOf = (file: Blob): Promise<string> =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer)),
    );
    reader.readAsArrayBuffer(file);
  });
