import { Type, type Static } from 'typebox'
import { UpdateKey } from '../ingest/recorder-update.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

/** The alphabet has consonants alone, so that no code spells a word and no letter looks like a digit. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const HALF = `[${USER_CODE_LETTERS}]{4}`

const UserCode = Type.String({
  pattern: `^${HALF}-${HALF}$`,
  description: 'Code that the recorder shows and the user compares.',
  examples: ['WDJB-MJHT'],
})

const DeviceCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Secret of the recorder, with which it asks for the result.',
})

/** A recorder states this about itself. Nobody has checked it. */
const MACHINE_FIELDS = {
  computerName: Type.String({
    maxLength: TEXT_MAX.recorderKeyName,
    description: 'Name of the computer, as the recorder states it.',
  }),
  operatingSystem: Type.String({
    maxLength: TEXT_MAX.recorderKeyName,
    description: 'Operating system, as the recorder states it.',
  }),
  recorderVersion: Type.String({
    maxLength: 30,
    description: 'Version of the recorder, as it states it.',
  }),
}

export const StartedPairing = Type.Object({
  deviceCode: DeviceCode,
  userCode: UserCode,
  verificationUri: Type.String({ description: 'Page on which a user enters the code.' }),
  verificationUriComplete: Type.String({ description: 'The same page with the code in it.' }),
  expiresIn: Type.Integer({ description: 'Seconds until the codes expire.' }),
  interval: Type.Integer({ description: 'Seconds to wait between two polls.' }),
})
export type StartedPairing = Static<typeof StartedPairing>

export const PairingStatus = Type.Enum(['pending', 'slowDown', 'paired', 'refused', 'expired'], {
  description:
    '`pending`: the user has not decided yet; `slowDown`: the same, and the recorder polls too often: `interval` is longer from now on; `paired`: the answer has the key; `refused`: the user refused; `expired`: the code is unknown, has expired, or its key was fetched already.',
})
export type PairingStatus = Static<typeof PairingStatus>

export const PairingResult = Type.Object({
  status: PairingStatus,
  interval: Type.Integer({ description: 'Seconds to wait before the next poll.' }),
  recorder: nullable(
    Type.Object({
      userId: describe(Uuid, 'Id of the user who confirmed the pairing.'),
      userName: nullable(Type.String(), 'Name of that user; null without one.'),
      key: Type.String({ description: 'A new recorder key of that user. It is sent only once.' }),
      updateKey: Type.Optional(UpdateKey),
    }),
    'What the recorder needs from now on; null unless `status` is `paired`.',
  ),
})
export type PairingResult = Static<typeof PairingResult>

/** A user sees this before they confirm. */
export const PairingRequest = Type.Object({
  userCode: UserCode,
  ...MACHINE_FIELDS,
  ipAddress: Type.String({ description: 'IP address that the recorder asked from.' }),
  isSameNetwork: Type.Boolean({
    description: 'Whether the recorder and this caller have the same IP address.',
  }),
  requestedAt: describe(Instant, 'When the recorder asked, UTC.'),
  expiresAt: describe(Instant, 'When the code expires, UTC.'),
})
export type PairingRequest = Static<typeof PairingRequest>

const params = Type.Object({ userCode: UserCode })

/** These calls pair a recorder without copying a key, as RFC 8628 does for devices (docs/recorder.md). */
export const recorderPairings = endpointTable({
  start: {
    method: 'POST',
    path: '/api/RecorderPairings',
    summary: 'Starts a pairing; a recorder without a key calls it and shows the code',
    body: Type.Object(MACHINE_FIELDS),
    response: StartedPairing,
    errors: [429],
  },
  poll: {
    method: 'POST',
    path: '/api/RecorderPairings/result',
    summary: 'The user’s decision; the first answer after a confirmation has the recorder key',
    body: Type.Object({ deviceCode: DeviceCode }),
    response: PairingResult,
    errors: [429],
  },
  get: {
    method: 'GET',
    path: '/api/RecorderPairings/{userCode}',
    summary: 'What asks to be paired under a code, for the user who decides',
    auth: 'user',
    scope: 'none',
    params,
    response: PairingRequest,
    errors: [429],
  },
  confirm: {
    method: 'POST',
    path: '/api/RecorderPairings/{userCode}/confirm',
    summary: 'Pairs the recorder with the caller, who gets a new recorder key for it',
    auth: 'user',
    scope: 'none',
    params,
  },
  refuse: {
    method: 'POST',
    path: '/api/RecorderPairings/{userCode}/refuse',
    summary: 'Refuses the pairing and ends its code',
    auth: 'user',
    scope: 'none',
    params,
  },
})
