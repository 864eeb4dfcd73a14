// The package has types only for its index, which loads all 6,000 icons; each icon also has a module of its own.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentType, SVGProps } from 'react';

  const icon: ComponentType<SVGProps<SVGSVGElement> & { size?: string | number; stroke?: string | number }>;
  export default icon;
}
