import { onTestFinished, vi } from 'vitest';

// All page tests share one window, so each replacement is undone at the end of the test that made it.

/** Adds a property to `navigator`. */
export function stubNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, name);
  });
}

/** Adds a clipboard to the device. Returns the function that writes to the clipboard. */
export function stubClipboard() {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  stubNavigator('clipboard', { writeText });
  return writeText;
}

/** Replaces the URLs of files. Returns the files for which the page has created a URL. */
export function stubFileUrls(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  return files;
}

/** Sets the width of the window, which media queries for a minimum width use. */
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
