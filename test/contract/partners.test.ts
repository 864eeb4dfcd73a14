import { describe, expect, it } from 'vitest';
import { hasRoomForFile, partnerOf, SentPartnerFile, type PartnerFile } from '../../contract/entities/partner.ts';
import { writeNamed, type WriteName } from '../../contract/writes/index.ts';
import { sampleTime, validArgs } from '../helpers/valid-args.ts';

const isAccepted = (name: WriteName, change: object): boolean => {
  try {
    writeNamed(name)!.parse({ ...validArgs[name], ...change });
    return true;
  } catch {
    return false;
  }
};

const file: PartnerFile = { sha256: 'a'.repeat(64), mime: 'application/pdf', name: 'contract.pdf', bytes: 1200 };

describe('the fields of a partner', () => {
  it.each<[string, boolean, WriteName, object]>([
    ['a company of 100 characters', true, 'partner.make', { company: 'x'.repeat(100) }],
    ['a company of 101 characters', false, 'partner.make', { company: 'x'.repeat(101) }],
    ['an empty company', true, 'partner.make', { company: '' }],
    ['a note of 10,000 characters', true, 'partner.make', { partner_note: 'x'.repeat(10_000) }],
    ['a note of 10,001 characters', false, 'partner.make', { partner_note: 'x'.repeat(10_001) }],
    ['an edited company of 101 characters', false, 'person.edit', { company: 'x'.repeat(101) }],
    ['a commission of 0 percent', true, 'partner.commission', { percent: 0 }],
    ['a commission of 50 percent', true, 'partner.commission', { percent: 50 }],
    ['a commission of 51 percent', false, 'partner.commission', { percent: 51 }],
    ['a commission of -1 percent', false, 'partner.commission', { percent: -1 }],
    ['a commission of 2.5 percent', false, 'partner.commission', { percent: 2.5 }],
  ])('the limits of partner fields accept %s: %s', (_, accepted, name, change) => {
    expect(isAccepted(name, change)).toBe(accepted);
  });

  it.each<[string, boolean, object]>([
    ['a JPEG file', true, { mime: 'image/jpeg' }],
    ['a PNG file', true, { mime: 'image/png' }],
    ['a WebP file', false, { mime: 'image/webp' }],
    ['a web page', false, { mime: 'text/html' }],
    ['a file of 10 MB', true, { bytes: 10 * 1024 * 1024 }],
    ['a file of more than 10 MB', false, { bytes: 10 * 1024 * 1024 + 1 }],
    ['a file without bytes', false, { bytes: 0 }],
    ['a file name of 200 characters', true, { name: 'x'.repeat(200) }],
    ['a file name of 201 characters', false, { name: 'x'.repeat(201) }],
    ['a file without a name', false, { name: '' }],
  ])('the limits of partner files accept %s: %s', (_, accepted, change) => {
    expect(SentPartnerFile.safeParse({ ...file, ...change }).success).toBe(accepted);
  });

  it('a partner has defaults for missing fields, and a person without partner_since is not a partner', () => {
    expect(partnerOf({})).toBeNull();
    expect(partnerOf({ partner_since: null, company: 'Berg' })).toBeNull();
    expect(partnerOf({ partner_since: sampleTime })).toEqual({
      ...{ since: sampleTime, company: '', note: '', commission_percent: 0, files: [] },
    });
  });

  it('a file can be added to a partner who has fewer than five files', () => {
    expect(hasRoomForFile({ files: Array.from({ length: 4 }, () => file) })).toBe(true);
    expect(hasRoomForFile({ files: Array.from({ length: 5 }, () => file) })).toBe(false);
  });
});

describe('the writes about partners', () => {
  it('the writes that add and remove partner files have a lane of their own, and adding a file waits for its upload', () => {
    const attach = writeNamed('partner.attach')!;
    expect([attach.lane, attach.blobs(validArgs['partner.attach'])]).toEqual(['file', ['a'.repeat(64)]]);
    expect(writeNamed('partner.detach')!.lane).toBe('file');
    expect(writeNamed('partner.make')!.lane).toBeNull();
  });
});
