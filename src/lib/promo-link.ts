/** Returns the link with which people register with a promo code. */
export const promoLink = (code: string): string => `${location.origin}/register/${encodeURIComponent(code)}`;
