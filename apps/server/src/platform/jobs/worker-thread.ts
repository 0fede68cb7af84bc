import { parentPort } from 'node:worker_threads'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** A piece of work that a thread does: `work` of the script of a `WorkerJob`. */
export type Work = (task: unknown, post: (message: unknown) => void) => Promise<void>

/** What the thread sends: messages of the work, and that it is done. What it throws ends the thread. */
export type ThreadMessage =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'done' }

const Order = Type.Object({ script: Type.String(), task: Type.Unknown() })

function send(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(message)
}

function hasWork(module: unknown): module is { readonly work: Work } {
  return typeof module === 'object' && module !== null && 'work' in module
}

async function obey(order: unknown): Promise<void> {
  const { script, task } = Value.Parse(Order, order)
  const module: unknown = await import(script)
  if (!hasWork(module)) throw new Error(`${script} has no work`)
  await module.work(task, (message) => send({ kind: 'message', message }))
  send({ kind: 'done' })
}

parentPort?.on('message', (order: unknown) => void obey(order))
