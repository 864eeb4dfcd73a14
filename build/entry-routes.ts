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
 * Files of the parts that each page loads right after its first screen, by the name of their chunk. A chunk contains its
 * files and their imports with their styles, except what the chunks of entry screens contain. Otherwise the login screen
 * would load the code and the styles that lazily loaded screens share.
 */
export const earlyParts: Record<string, readonly string[]> = {
  'app-extras': ['src/app/app-extras.tsx'],
};

/**
 * Files of the parts that many screens load, by the name of their chunk. A chunk contains its files and their imports,
 * except what the chunks of entry screens or an earlier part contain. If each module of a part were
 * a separate file, up to forty small requests would delay the first rows of a screen that needs several parts.
 */
export const commonParts: Record<string, readonly string[]> = {
  // Every session loads these two parts, after its first rows are shown.
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
