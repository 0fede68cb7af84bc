import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Downloads, type Download, type DownloadPlatform } from '@pitboard/contract/downloads'
import { Value } from 'typebox/value'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { VERSION } from '../../platform/config/version.ts'

/** Where `npm start` packs the portable archive and `npm run build:recorder` puts the programs. */
export const BUILT_FOLDER = fileURLToPath(new URL('../../../../recorder/dist', import.meta.url))

const NOTHING_BUILT: Downloads = { version: VERSION, platforms: [] }

/** Read for every request: files may be built while the server runs. Empty where there are none. */
export async function listDownloads(folder: string): Promise<Downloads> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null)
  const manifest: unknown = text === null ? null : JSON.parse(text)
  return Value.Check(Downloads, manifest) ? manifest : NOTHING_BUILT
}

/** The platform's program, or the archive for those that have none. */
export async function getDownload(folder: string, platform: DownloadPlatform): Promise<Download> {
  const { platforms } = await listDownloads(folder)
  if (platforms.length === 0) {
    throw new ApiError(
      404,
      'This server offers no recorder. Its operator can pack it with "npm run build:recorder".',
    )
  }
  const found =
    platforms.find((download) => download.platform === platform) ??
    platforms.find((download) => download.platform === 'portable')
  const size = found && (await stat(join(folder, found.file)).catch(() => null))?.size
  if (found === undefined || size !== found.bytes) {
    throw new ApiError(
      404,
      `There is no recorder for ${platform} here. See /download for the list.`,
    )
  }
  return found
}
