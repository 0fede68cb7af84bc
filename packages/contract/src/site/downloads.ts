import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe } from '../wire/schema.ts'

/** `GET /download/{platform}` takes one of these; `portable` needs Node on the machine. */
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
  platform: describe(DownloadPlatform, 'Platform of the program; `portable` needs Node.'),
  file: Type.String({ description: 'File name.' }),
  version: Type.Optional(
    Type.String({ description: 'Version of this file, where it is not the one of the list.' }),
  ),
  bytes: Type.Integer({ description: 'Size of the file in bytes.', minimum: 0 }),
  sha256: Type.String({
    description: 'SHA-256 of the file, in hexadecimal digits.',
    pattern: '^[0-9a-f]{64}$',
  }),
  kind: Type.Enum(['program', 'archive'], {
    description:
      '`program`: runs without further software (on macOS from a zip archive); `archive`: needs Node.',
  }),
  isSigned: Type.Optional(
    Type.Boolean({
      description:
        'Whether its operator has signed the program, so that the system can name a publisher; missing: no.',
    }),
  ),
})
export type Download = Static<typeof Download>

/** `npm start` packs the recorder's archive, and `npm run build:recorder` builds its programs. */
export const Downloads = Type.Object({
  version: Type.String({ description: 'Version of the recorder.' }),
  platforms: Type.Array(Download, { description: 'Files that this server offers.' }),
})
export type Downloads = Static<typeof Downloads>

export const downloads = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Downloads',
    summary: 'The recorder programs this server offers at /download/{platform}',
    response: Downloads,
  },
})
