/** Replaces a property until the returned function is called. */
export function replaceProperty(owner: object, key: string, value: unknown): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  return () => {
    if (descriptor) Object.defineProperty(owner, key, descriptor);
    else Reflect.deleteProperty(owner, key);
  };
}
