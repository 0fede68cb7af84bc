import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'

/** What `GET /download/{platform}` knows; `portable` needs Node on the machine. */
export const DownloadPlatform = Type.Enum([
  'windows-x64',
  'linux-x64',
  'linux-arm64',
  'macos-arm64',
  'macos-x64',
  'portable',
])
export type DownloadPlatform = Static<typeof DownloadPlatform>

export const Download = Type.Object({
  platform: DownloadPlatform,
  file: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  /** Of the file, in hexadecimal digits. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Runs as it is (on macOS out of a zip archive), or is an archive that needs Node. */
  kind: Type.Enum(['program', 'archive']),
})
export type Download = Static<typeof Download>

/** The recorder's files: `npm start` packs the portable archive, `npm run build:recorder` the programs. */
export const Downloads = Type.Object({
  version: Type.String(),
  platforms: Type.Array(Download),
})
export type Downloads = Static<typeof Downloads>

export const downloads = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Downloads',
    summary: 'The recorder programs this server offers at /download/{platform}',
    response: Downloads,
    errors: [],
  },
})
