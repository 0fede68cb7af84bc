import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    storage_object: {
      user_metadata: Record<string, unknown>
    }
  }
}

export type StorageObject = Row<'storage_object'>
export type StorageLeftoverRow = Row<'storage_leftover'>
