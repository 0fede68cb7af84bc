import { parentPort } from 'node:worker_threads'

/**
 * A thread does this piece of work, which is `work` of the script of a `WorkerJob`. Its task comes from this server,
 * and structured cloning preserves the type: a library that checks it would be most of what the thread loads.
 */
export type Work<Task> = (task: Task, post: (message: unknown) => void) => Promise<void>

/** The thread sends messages of the work, and that it is done. What it throws ends the thread. */
export type ThreadMessage =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'done' }

interface Order {
  readonly script: string
  readonly task: unknown
}

function send(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(message)
}

function hasWork(module: unknown): module is { readonly work: Work<unknown> } {
  return typeof module === 'object' && module !== null && 'work' in module
}

async function obey({ script, task }: Order): Promise<void> {
  const module: unknown = await import(script)
  if (!hasWork(module)) throw new Error(`${script} has no work`)
  await module.work(task, (message) => send({ kind: 'message', message }))
  send({ kind: 'done' })
}

parentPort?.on('message', (order: Order) => void obey(order))
