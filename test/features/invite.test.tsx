import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import jsQR from 'jsqr';
import { describe, expect, it, vi } from 'vitest';
import { qrCode, qrPath, QUIET_ZONE } from '../../src/features/team/qr.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubClipboard } from './stub-browser.ts';
import { makeMember, saveBranch } from './team-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: true }) } }));

const PX = 4;

/** Draws an SVG path of rectangles (`M x y h w v1 H x z`) as pixels, with a white border. */
function pixelsOf(path: string, size: number): { data: Uint8ClampedArray; width: number } {
  const width = (size + 2 * QUIET_ZONE) * PX;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let row = 0; row < PX; row += 1) {
      for (let column = 0; column < Number(length) * PX; column += 1) {
        const at = ((Number(y) + QUIET_ZONE) * PX + row) * width + (Number(x) + QUIET_ZONE) * PX + column;
        data.fill(0, at * 4, at * 4 + 3);
      }
    }
  }
  return { data, width };
}

describe('the QR code', () => {
  it.each(['https://haversack.example/register/ANNA7K2P', 'http://localhost:8080/register/%C3%84', 'x'.repeat(300)])(
    'a QR code reader reads the QR code as the text %s',
    (text) => {
      const code = qrCode(text);
      const { data, width } = pixelsOf(qrPath(code), code.size);
      expect(jsQR(data, width, width)?.data).toBe(text);
    },
  );

  it('the QR code has the quiet zone of four modules that readers need', () => {
    expect(QUIET_ZONE).toBe(4);
  });
});

describe('the invitation', () => {
  async function show(promo_code: string | null) {
    const ports = freshPorts();
    const db = await openPhone(ports, { promo_code });
    await saveBranch(db, null, [makeMember(1)], { line_1: 5 });
    await showApp('/team/invite', ports);
  }

  it('the invitation shows the promo code, the link with its QR code, and the number of registrations', async () => {
    await show('ANNA7K2P');
    await screen.findByText('ANNA7K2P');
    const link = `${location.origin}/register/ANNA7K2P`;
    expect(screen.getByRole('group', { name: 'Your link' }).textContent).toBe(link.replace(/^https?:\/\//, ''));
    const picture = screen.getByRole('img', { name: 'QR code of your link' });
    const { size } = qrCode(link);
    expect(picture.getAttribute('viewBox')).toBe(`-4 -4 ${size + 8} ${size + 8}`);
    expect(picture.querySelector('rect')?.getAttribute('fill')).toBe('#ffffff');
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(qrPath(qrCode(link)));
    const row = (await screen.findByRole('link', { name: 'Registered with your code' })).closest('li');
    expect(within(row!).getByText('5')).toBeTruthy();
  });

  it('copies the link of the invitation, even on Share if there is no share sheet', async () => {
    const writeText = stubClipboard();
    await show('ANNA7K2P');
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied');
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/register/ANNA7K2P`);
    // Without a share sheet, the button Share also copies the link.
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  });

  it('prints the card of the invitation', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await show('ANNA7K2P');
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('the invitation screen says that a member has no promo code', async () => {
    await show(null);
    await screen.findByText('You have no promo code.');
    expect(screen.queryByRole('img', { name: 'QR code of your link' })).toBeNull();
  });
});
