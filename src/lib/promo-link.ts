/** Returns the link to the registration with a promo code. */
export const promoLink = (code: string): string => `${location.origin}/register/${encodeURIComponent(code)}`;
