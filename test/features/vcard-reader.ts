import { beforeAll } from 'vitest';
import type { ParsedCard } from '../../src/features/contacts/import-cards.ts';
import { readVcards } from '../../src/features/contacts/vcard.ts';
import { readCardsOfFile } from '../../src/features/contacts/vcard-file.ts';

/** Adds the method `arrayBuffer`, which the blobs of jsdom lack, before the tests of a file. */
export const stubBlobArrayBuffer = (): void =>
  beforeAll(() => {
    Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
      return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
        reader.addEventListener('error', () => reject(new Error('the blob could not be read')));
        reader.readAsArrayBuffer(this);
      });
    };
  });

/** Returns the people in a vCard file with this text. */
export const parseVcards = async (text: string): Promise<(ParsedCard | null)[]> =>
  readVcards(await readCardsOfFile(new Blob([text])));
