import { describe, expect, it, vi } from 'vitest';
import { fileNameFor, prepareFile } from '../../src/features/people/partner/prepare-file.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const pdfFile = (name: string, size = 0) => new File([bytesOf('%PDF-1.7'), new Uint8Array(size)], name);

describe("preparing a partner's file", () => {
  it("recognises the type of a partner's file by its first bytes, whatever its name", async () => {
    const result = await prepareFile(pdfFile('scan.png'));
    expect(result).toMatchObject({ ok: true, file: { mime: 'application/pdf', name: 'scan.pdf' } });
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')));
    expect(await prepareFile(new File([bytesOf('GIF89a')], 'a.pdf'))).toEqual({ ok: false, why: 'file_invalid' });
    const png = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)], 'a.png');
    expect(await prepareFile(png)).toEqual({ ok: false, why: 'not_an_image' });
    expect(await prepareFile(new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'a.jpg'))).toEqual({
      ...{ ok: false, why: 'not_an_image' },
    });
    vi.unstubAllGlobals();
  });

  it("accepts a partner's file of exactly 10 MB and rejects a larger one", async () => {
    const size = 10 * 1024 * 1024 - 8;
    expect(await prepareFile(pdfFile('a.pdf', size))).toMatchObject({ ok: true });
    expect(await prepareFile(pdfFile('a.pdf', size + 1))).toEqual({ ok: false, why: 'too_heavy' });
  });

  it.each([
    ['photo.PNG', 'image/jpeg', 'photo.jpg'],
    ['photo.jpeg', 'image/webp', 'photo.webp'],
    ['report.v2', 'application/pdf', 'report.v2.pdf'],
    ['x', 'image/png', 'x.png'],
    ['x'.repeat(300), 'application/pdf', `${'x'.repeat(196)}.pdf`],
    ['notes.txt', 'text/plain', 'notes.txt'],
  ])('a file called "%s" of the type %s gets the name "%s"', (name, mime, expected) => {
    expect(fileNameFor(name, mime)).toBe(expected);
  });
});
