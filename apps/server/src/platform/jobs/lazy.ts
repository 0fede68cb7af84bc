/**
 * A function that is made when it is first called, and kept: a server has hundreds of them, and few
 * of its requests need more than some.
 */
export function atFirstUse<Args extends unknown[], Result>(
  make: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let made: ((...args: Args) => Result) | undefined
  return (...args) => (made ??= make())(...args)
}
