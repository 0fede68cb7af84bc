/**
 * Hands out an array of the state without a copy. The contract's types are inferred from schemas
 * and therefore mutable; that the state's arrays are replaced and never changed is our side of it.
 */
export function shared<T>(items: readonly T[]): T[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return items as T[]
}
