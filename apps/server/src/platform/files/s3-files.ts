import type { FileStore } from './file-store.ts'
export function createS3Files(url: string): FileStore {
  throw new Error(url)
}
