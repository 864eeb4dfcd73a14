/** The fee of a card payment, as Stripe publishes it for US cards: a share of the charged amount, and a fixed part. */
const FEE_PER_MILLE = 29;
const FIXED_FEE_CENTS = 30;
const PER_MILLE = 1000;

/**
 * Returns the amount (in cents) that a donor adds to a gift, so that the gift arrives in full after the fee. The fee is
 * also charged on this addition. The server decides what is charged; the app shows the same amount in advance.
 */
export const coveredFee = (amount_cents: number): number =>
  Math.ceil(((amount_cents + FIXED_FEE_CENTS) * PER_MILLE) / (PER_MILLE - FEE_PER_MILLE)) - amount_cents;
