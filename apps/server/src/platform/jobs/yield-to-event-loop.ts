/** Lets whatever else waits be served between two parts of long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
