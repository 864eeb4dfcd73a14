/**
 * Loads the modules that the product loads on first use, because reading a file during a schedule would take real time.
 */
export async function preload(): Promise<void> {
  await Promise.all([
    import('../../contract/entities/index.ts'),
    import('../../contract/writes/index.ts'),
    import('../../src/db/outbox/handover.ts'),
    import('../../src/db/outbox/outbox.ts'),
    import('../../src/db/outbox/resolve.ts'),
    import('../../src/db/outbox/undo.ts'),
    import('../../src/db/outbox/upcast.ts'),
    import('../../src/db/schema/clean-up.ts'),
    import('../../src/db/storage/free-up-space.ts'),
    import('../../workers/sync/account.ts'),
    import('../../workers/sync/digest.ts'),
    import('../../workers/sync/push.ts'),
    import('../../workers/sync/uploads.ts'),
  ]);
}
