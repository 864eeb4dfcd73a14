// The app imports each icon from its own module, because the index of the package loads all 6,000 icons. The package
// has types only for the index.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentType, SVGProps } from 'react';

  const icon: ComponentType<SVGProps<SVGSVGElement> & { size?: string | number; stroke?: string | number }>;
  export default icon;
}
