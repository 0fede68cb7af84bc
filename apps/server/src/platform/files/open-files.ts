import type { Config } from '../config/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'

/** Files are there; a worker needs this to open them too. */
export type FilesLocation = Pick<Config, 'dataDir' | 's3Url'>

/** Opens the files of an installation, not checked yet. The S3 client is loaded only where it is used. */
export async function openFiles({ dataDir, s3Url }: FilesLocation): Promise<FileStore> {
  if (s3Url === null) return createFolderFiles(dataDir)
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(s3Url)
}
