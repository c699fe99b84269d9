/** Returns an effect without its reason, for tests of what is done. */
export function withoutReason<Effect extends { readonly reason: string }>(
  effect: Effect,
): Omit<Effect, 'reason'> {
  const { reason: _, ...rest } = effect
  return rest
}
