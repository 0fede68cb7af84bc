import type { Db } from '../db/tables.ts'

/**
 * A layer publishes these for the layers above it, which it does not import. The file that publishes
 * an event declares it here by module augmentation.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface DomainEvents {}

type Handler<E> = (db: Db, event: E) => Promise<void>

export interface EventBus {
  subscribe<K extends keyof DomainEvents>(name: K, handler: Handler<DomainEvents[K]>): void
  /**
   * Runs the handlers one after another inside the publisher's transaction `db`. What a handler
   * throws, the publisher throws: its transaction changes nothing then.
   */
  publish<K extends keyof DomainEvents>(db: Db, name: K, event: DomainEvents[K]): Promise<void>
}

type Handlers = { [K in keyof DomainEvents]?: Handler<DomainEvents[K]>[] }

export function createEventBus(): EventBus {
  const handlers: Handlers = {}
  return {
    subscribe(name, handler) {
      Object.assign(handlers, { [name]: [...(handlers[name] ?? []), handler] })
    },
    async publish(db, name, event) {
      for (const handler of handlers[name] ?? []) await handler(db, event)
    },
  }
}
