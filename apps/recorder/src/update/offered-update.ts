import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  RecorderUpdate,
  recorderUpdates,
  SignedUpdate,
  UPDATE_CONTEXT,
} from '@pitboard/contract/ingest/recorder-update'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { ApiException, type Call, createClient } from '@pitboard/contract/wire/client'
import { Value } from 'typebox/value'
import { Failure } from '../failure.ts'
import { createServerFetch } from '../stream/proxy.ts'
import { isNewer } from './compare-versions.ts'

const ANSWERS_WITHIN_MS = 10_000

interface UpdateSource {
  readonly server: string
  readonly updateKey: string
  readonly platform: DownloadPlatform
  /** This version runs. */
  readonly present: string
}

/**
 * Returns what the server offers, if that is newer, else null. Throws a `Failure` for what the key of the pairing has
 * not signed, and other errors where the server does not answer.
 */
export async function findUpdate(source: UpdateSource): Promise<RecorderUpdate | null> {
  const { server, updateKey, platform, present } = source
  const call = createUpdateClient(server)
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
  let signed: unknown
  try {
    signed = await call(recorderUpdates.get, { params: { platform }, signal })
  } catch (error) {
    // It offers no program for this system, or is older than updates are.
    if (error instanceof ApiException && error.status === 404) return null
    if (error instanceof ApiException && isRedirect(error.status)) {
      throw new Failure('The server redirects to another address for its update', REMEDY)
    }
    throw error
  }
  const update = readUpdate(signed, updateKey)
  if (update.platform !== platform) {
    throw new Failure('The update that the server offers is for another system', REMEDY)
  }
  return isNewer(update.version, present) ? update : null
}

const isRedirect = (status: number) => status >= 300 && status < 400

const REMEDY =
  'Nothing was changed. If its operator has replaced the server, pair the recorder again.'

function readUpdate(signed: unknown, updateKey: string): RecorderUpdate {
  if (!Value.Check(SignedUpdate, signed)) {
    throw new Failure('The update that the server offers is not signed', REMEDY)
  }
  const content = Buffer.from(UPDATE_CONTEXT + signed.manifest)
  const signature = Buffer.from(signed.signature, 'base64url')
  if (!verify(null, content, readKey(updateKey), signature)) {
    throw new Failure(
      'The update that the server offers is not signed with the key of the pairing',
      REMEDY,
    )
  }
  const manifest = parseManifest(signed.manifest)
  if (!Value.Check(RecorderUpdate, manifest)) {
    throw new Failure('The update that the server offers cannot be read', REMEDY)
  }
  return manifest
}

/** Returns null for a text that is no JSON, which is no manifest either. */
function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readKey(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/**
 * Calls the origin that the user has paired the recorder with, and no other: who can redirect its answers could name a key of their own at the
 * pairing, and later hold back an update by sending an earlier one that was signed once.
 */
function createUpdateClient(server: string): Call {
  const send = createServerFetch(server)
  return createClient({
    baseUrl: server,
    fetch: (input, init) => send(input, { ...init, redirect: 'manual' }),
  })
}

/**
 * Fetches the key of the server that the recorder is being paired with; returns null where it has none or does not
 * answer.
 */
export async function fetchUpdateKey(server: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const answer = await createUpdateClient(server)(recorderUpdates.key, { signal })
    return Value.Parse(recorderUpdates.key.response, answer).updateKey
  } catch {
    return null
  }
}
