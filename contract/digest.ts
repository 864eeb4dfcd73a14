/**
 * Order-independent hash of a set of rows: the sum of a 52-bit hash of each `id:rev`, modulo 2^52. It is cheap enough
 * for a phone to compute over its entire mirror.
 */
export class RowDigest {
  count = 0;
  private high = 0;
  private low = 0;

  add(id: string, rev: number): void {
    const text = `${id}:${rev}`;
    let a = 0x811c9dc5;
    let b = 0x1b873593;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x5bd1e995);
    }
    this.count += 1;
    this.low = (this.low + (a >>> 6)) % 0x4000000;
    this.high = (this.high + (b >>> 6)) % 0x4000000;
  }

  /** Returns the hash as a hexadecimal string of fixed length. */
  get hash(): string {
    return this.high.toString(16).padStart(7, '0') + this.low.toString(16).padStart(7, '0');
  }
}
