import type { ReactElement } from 'react';

import { classNames } from './class-names.ts';
import styles from './cover.module.css';
import { nameHash } from './name-hash.ts';

/** Flat drawings in three colours. CSS sets the colours, depending on tone and theme. */
const DRAWINGS: readonly ReactElement[] = [
  // Hills and a sun.
  <g key="hills">
    <circle className={styles.ink} cx="118" cy="34" r="13" />
    <path className={styles.shape} d="M0 78c26-26 50-30 78-8s54 18 82-6v56H0z" />
    <path className={styles.ink} d="M0 102c34-14 62-14 92-4s46 6 68-4v26H0z" opacity=".55" />
  </g>,
  // A winding path to a point.
  <g key="path">
    <path className={styles.shape} d="M0 120C30 96 52 96 80 82s18-34 44-42 30-16 36-24v104z" />
    <path className={styles.stroke} d="M18 112c26-10 46-10 62-22s2-26 22-36 26-8 34-20" />
    <circle className={styles.ink} cx="136" cy="32" r="7" />
  </g>,
  // An open book.
  <g key="book">
    <circle className={styles.shape} cx="80" cy="62" r="52" />
    <path
      className={styles.stroke}
      d="M80 46c-12-8-26-9-40-6v44c14-3 28-2 40 6 12-8 26-9 40-6V40c-14-3-28-2-40 6zm0 0v44"
    />
  </g>,
  // Two speech bubbles.
  <g key="talk">
    <path
      className={styles.shape}
      d="M26 26h70a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12H56L38 94V78H26a12 12 0 0 1-12-12V38a12 12 0 0 1 12-12z"
    />
    <path
      className={styles.ink}
      d="M92 62h42a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10h-8v12l-14-12H92a10 10 0 0 1-10-10V72a10 10 0 0 1 10-10z"
      opacity=".75"
    />
  </g>,
  // A growing plant.
  <g key="leaf">
    <path className={styles.shape} d="M80 104c-6-40-34-52-60-50 2 30 26 50 60 50z" />
    <path className={styles.shape} d="M80 84c4-34 28-54 62-58 2 34-20 60-62 58z" />
    <path className={styles.stroke} d="M80 120V78" />
    <circle className={styles.ink} cx="52" cy="26" r="9" />
  </g>,
  // Ascending steps.
  <g key="steps">
    <path className={styles.shape} d="M0 120V96h40V74h40V52h40V30h40v90z" />
    <path className={styles.stroke} d="M16 84h24V62h40V40h40V18" />
    <circle className={styles.ink} cx="120" cy="18" r="7" />
  </g>,
];

/** Drawings for covers that are three times as wide as high. */
const BANNERS: readonly ReactElement[] = [
  <g key="hills">
    <path className={styles.shape} d="M0 110c70-56 130-60 210-16s150 30 270-38v104H0z" />
    <path className={styles.stroke} d="M24 132c60-12 96-60 148-52s70 46 132 30 90-66 150-74" />
    <circle className={styles.ink} cx="196" cy="86" r="9" />
  </g>,
  <g key="sun">
    <circle className={styles.ink} cx="372" cy="52" r="22" />
    <path className={styles.shape} d="M0 122c90-40 150-40 240-8s160 20 240-16v62H0z" />
    <path className={styles.ink} d="M0 148c110-30 180-22 270-8s130 6 210-14v34H0z" opacity=".5" />
  </g>,
  <g key="steps">
    <path className={styles.shape} d="M0 160v-28h80v-22h80V88h80V66h80V44h80V22h80v138z" />
    <path className={styles.stroke} d="M28 120h72V98h80V76h80V54h80V32" />
    <circle className={styles.ink} cx="340" cy="32" r="9" />
  </g>,
  <g key="leaves">
    <path className={styles.shape} d="M250 150c-8-50-52-74-112-72 4 46 50 74 112 72z" />
    <path className={styles.shape} d="M254 128c2-54 46-92 116-96 2 54-44 100-116 96z" />
    <path className={styles.stroke} d="M252 170v-44" />
    <circle className={styles.ink} cx="124" cy="44" r="13" />
  </g>,
];

/** A drawing chosen by `seed`: the same text always gets the same drawing. It can be cropped to any shape. */
export function CoverArt({ seed, isWide = false }: { seed: string; isWide?: boolean }): ReactElement {
  const hash = nameHash(seed);
  const drawings = isWide ? BANNERS : DRAWINGS;
  return (
    <svg
      className={classNames(styles.art, (hash & 32) !== 0 && styles.flipped)}
      viewBox={isWide ? '0 0 480 160' : '0 0 160 120'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {drawings[(hash >>> 8) % drawings.length]}
    </svg>
  );
}
