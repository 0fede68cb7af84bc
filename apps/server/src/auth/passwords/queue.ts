export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `width` of the works at a time, the others in their order after them. */
export function createQueue(width: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= width) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
