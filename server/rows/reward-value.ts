/** The stored value of a fixed-value reward: the catalog has none, a redemption shows it. */

export interface RewardValue {
  readonly sku: string;
  /** Currency units, not necessarily whole. */
  readonly amount: number;
  readonly currency?: string;
}
