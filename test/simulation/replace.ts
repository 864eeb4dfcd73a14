/** Replaces a property until the returned function is called. */
export function replaceProperty(owner: object, key: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(owner, key, own);
    else Reflect.deleteProperty(owner, key);
  };
}
