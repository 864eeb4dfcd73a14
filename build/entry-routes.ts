/** The screens that can be the first one a user sees; their code is bundled into few files. */
export const entryRoutes = {
  login: 'src/features/session/login-screen.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
  today: 'src/features/tasks/today-screen.tsx',
};
