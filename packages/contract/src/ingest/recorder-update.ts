import { Type, type Static } from 'typebox'
import { DownloadPlatform } from '../site/downloads.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe } from '../wire/schema.ts'

/** A program has some 100 MB; a recorder refuses what is larger. */
export const UPDATE_BYTES_MAX = 400_000_000

/** A signed text begins with this line, so that no signature for another purpose fits. */
export const UPDATE_CONTEXT = 'pitboard recorder update 1\n'

/** The key is the raw 32 bytes of an Ed25519 key as base64url. */
export const UpdateKey = Type.String({
  pattern: '^[\\w-]{43}$',
  description:
    'Public Ed25519 key of the server’s updates, 32 bytes as base64url. A recorder stores it when it is paired and trusts no other.',
})

/** The program replaces an older one. */
export const RecorderUpdate = Type.Object({
  product: Type.Literal('pitboard-recorder', { description: 'What is updated.' }),
  platform: describe(DownloadPlatform, 'Platform of the program.'),
  version: Type.String({
    pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$',
    description: 'Version of the program.',
    examples: ['1.2.0'],
  }),
  bytes: Type.Integer({ minimum: 1, maximum: UPDATE_BYTES_MAX, description: 'Size of the file.' }),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the file, in hexadecimal digits.',
  }),
})
export type RecorderUpdate = Static<typeof RecorderUpdate>

/** The manifest is a text, since exactly its bytes are signed. */
export const SignedUpdate = Type.Object({
  manifest: Type.String({
    maxLength: 2_000,
    description:
      'JSON with `product`, `platform`, `version`, `bytes` and `sha256` of the file that replaces the program.',
  }),
  signature: Type.String({
    pattern: '^[\\w-]{86}$',
    description:
      'Ed25519 signature of `pitboard recorder update 1`, a line feed and the manifest, as base64url.',
  }),
})
export type SignedUpdate = Static<typeof SignedUpdate>

const PLATFORM = Type.Object({
  platform: describe(DownloadPlatform, 'Platform of the program that asks.'),
})

/** A paired recorder replaces itself by a newer program with these calls (docs/recorder.md#updates). */
export const recorderUpdates = endpointTable({
  key: {
    method: 'GET',
    path: '/api/RecorderUpdates',
    summary: 'The key that updates of the recorder are signed with',
    response: Type.Object({ updateKey: UpdateKey }),
  },
  get: {
    method: 'GET',
    path: '/api/RecorderUpdates/{platform}',
    summary: 'The recorder program that this server offers for a platform, signed',
    params: PLATFORM,
    response: SignedUpdate,
  },
  file: {
    method: 'GET',
    path: '/api/RecorderUpdates/{platform}/file',
    summary: 'The file that the signed manifest describes',
    params: PLATFORM,
    file: 'application/octet-stream',
  },
})
