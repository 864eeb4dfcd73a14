/** Settles like `promise`, or after `ms` with the result of `onTimeout`. Rejects if `onTimeout` throws. */
export function withTimeout<T, L>(promise: Promise<T>, ms: number, onTimeout: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onTimeout);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
