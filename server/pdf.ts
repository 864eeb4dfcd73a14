const MAGIC = Buffer.from('%PDF-', 'latin1');

/** Whether a file begins like a PDF, regardless of its name and of the type that the sender claims. */
export const isPdf = (data: Uint8Array): boolean => Buffer.from(data.subarray(0, MAGIC.length)).equals(MAGIC);
