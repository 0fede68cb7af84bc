const PER_ITEM_MS = 5
const SPREAD_MS_MAX = 10_000

/**
 * Acts on each item at a random moment, so that the clients behind them do not all come back at once. It
 * takes 5 ms for each item, and 10 s at most. Resolves when it is done.
 */
export async function spread<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  const all = [...items]
  const spreadMs = Math.min(all.length * PER_ITEM_MS, SPREAD_MS_MAX)
  await Promise.all(
    all.map(async (item) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs))
      act(item)
    }),
  )
}
