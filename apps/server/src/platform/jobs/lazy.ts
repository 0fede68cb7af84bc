/** Creates a function at its first call: a server has hundreds of validators and needs few of them. */
export function lazy<Args extends unknown[], Result>(
  make: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let made: ((...args: Args) => Result) | undefined
  return (...args) => (made ??= make())(...args)
}
