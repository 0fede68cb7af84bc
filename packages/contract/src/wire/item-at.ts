/**
 * Returns the item at an index that is known to exist. Throws a `RangeError` where it does not, so that a wrong index
 * never becomes a value.
 */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`No item ${index} of ${items.length}`)
  return item
}
