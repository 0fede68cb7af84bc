import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Downloads } from '@pitboard/contract/site/downloads'
import { Value } from 'typebox/value'
import { VERSION } from '../../platform/config/config.ts'

/** `npm start` packs the portable archive there, and `npm run build:recorder` puts the programs there. */
export const BUILT_FOLDER = fileURLToPath(new URL('../../../../recorder/dist', import.meta.url))

const NOTHING_BUILT: Downloads = { version: VERSION, platforms: [] }

/**
 * The list is read for every request, since files may be built while the server runs. It is empty where there are none.
 */
export async function listDownloads(folder: string): Promise<Downloads> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '')
  const manifest = parse(text)
  return Value.Check(Downloads, manifest) ? manifest : NOTHING_BUILT
}

/** Returns null for what is no JSON: the operator may have put the folder together by hand, or a copy of it was cut off. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
