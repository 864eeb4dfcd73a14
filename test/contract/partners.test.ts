import { describe, expect, it } from 'vitest';
import { hasRoomForFile, partnerOf, SentPartnerFile, type PartnerFile } from '../../contract/entities/partner.ts';
import { writeNamed, type WriteName } from '../../contract/writes/index.ts';
import { at, good } from '../helpers/good-args.ts';

const isAccepted = (name: WriteName, change: object): boolean => {
  try {
    writeNamed(name)!.parse({ ...good[name], ...change });
    return true;
  } catch {
    return false;
  }
};

const file: PartnerFile = { sha256: 'a'.repeat(64), mime: 'application/pdf', name: 'contract.pdf', bytes: 1200 };

describe('the fields of a partner', () => {
  it.each<[string, WriteName, object, boolean]>([
    ['a company of 100 characters', 'partner.make', { company: 'x'.repeat(100) }, true],
    ['a company of 101 characters', 'partner.make', { company: 'x'.repeat(101) }, false],
    ['no company', 'partner.make', { company: '' }, true],
    ['a note of 10,000 characters', 'partner.make', { partner_note: 'x'.repeat(10_000) }, true],
    ['a note of 10,001 characters', 'partner.make', { partner_note: 'x'.repeat(10_001) }, false],
    ['an edited company of 101 characters', 'person.edit', { company: 'x'.repeat(101) }, false],
    ['a commission of 0 percent', 'partner.commission', { percent: 0 }, true],
    ['a commission of 50 percent', 'partner.commission', { percent: 50 }, true],
    ['a commission of 51 percent', 'partner.commission', { percent: 51 }, false],
    ['a commission of -1 percent', 'partner.commission', { percent: -1 }, false],
    ['a commission of 2.5 percent', 'partner.commission', { percent: 2.5 }, false],
  ])('%s is handled by the limits of the write', (_, name, change, accepted) => {
    expect(isAccepted(name, change)).toBe(accepted);
  });

  it.each<[string, object, boolean]>([
    ['a JPEG', { mime: 'image/jpeg' }, true],
    ['a PNG', { mime: 'image/png' }, true],
    ['a WebP', { mime: 'image/webp' }, false],
    ['a web page', { mime: 'text/html' }, false],
    ['10 MB', { bytes: 10 * 1024 * 1024 }, true],
    ['more than 10 MB', { bytes: 10 * 1024 * 1024 + 1 }, false],
    ['no bytes', { bytes: 0 }, false],
    ['a name of 200 characters', { name: 'x'.repeat(200) }, true],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, false],
    ['no name', { name: '' }, false],
  ])('%s as a file is handled by its limits', (_, change, accepted) => {
    expect(SentPartnerFile.safeParse({ ...file, ...change }).success).toBe(accepted);
  });

  it('the fields of a partner are filled with defaults for a row that a device fetched before there were partners', () => {
    expect(partnerOf({})).toBeNull();
    expect(partnerOf({ partner_since: null, company: 'Berg' })).toBeNull();
    expect(partnerOf({ partner_since: at })).toEqual({
      ...{ since: at, company: '', note: '', commission_percent: 0, files: [] },
    });
  });

  it('the fields of a partner leave room for another file below five', () => {
    expect(hasRoomForFile({ files: Array.from({ length: 4 }, () => file) })).toBe(true);
    expect(hasRoomForFile({ files: Array.from({ length: 5 }, () => file) })).toBe(false);
  });
});

describe('the writes about partners', () => {
  it('the writes about partners send files in a lane of their own, which waits for the upload', () => {
    const attach = writeNamed('partner.attach')!;
    expect([attach.lane, attach.blobs(good['partner.attach'])]).toEqual(['file', ['a'.repeat(64)]]);
    expect(writeNamed('partner.detach')!.lane).toBe('file');
    expect(writeNamed('partner.make')!.lane).toBeNull();
  });
});
