/**
 * The files of the screens that can be the first screen of a session. Their code is bundled into a few chunks; see
 * entry-chunks-plugin.ts.
 */
export const entryRoutes = {
  login: 'src/features/session/login-screen.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
  today: 'src/features/tasks/today-screen.tsx',
};

/**
 * Files of the parts that many screens load, by the name of their chunk. A chunk contains its files and their imports,
 * except what the chunks of entry screens or an earlier part contain. As files of their own, the modules of a part
 * would be up to forty small requests, which delay the first rows of a screen that needs several parts.
 */
export const commonParts: Record<string, readonly string[]> = {
  // These two are loaded in every session, after its first rows.
  outbox: ['src/db/schema/store-writes.ts'],
  'frame-extras': ['src/app/frame-extras.tsx'],
  controls: [
    'src/ui/sheet.tsx',
    'src/ui/option-list.tsx',
    'src/ui/menu-button.tsx',
    'src/ui/checkbox.tsx',
    'src/ui/chip-select.tsx',
  ],
  rows: ['src/components/sync/row-sync-badge.tsx'],
  virtual: ['node_modules/@tanstack/react-virtual/dist/esm/index.js'],
  table: ['src/ui/data-grid/data-grid.tsx', 'src/ui/data-grid/column-sheet.tsx'],
};
