import { openSupabase } from './supabase.ts'

interface Token {
  readonly value: string
  readonly expiresAtMs: number
}

const MARGIN_MS = 10_000

/** It is undefined while it is not known whether somebody is signed in. */
let held: Token | null | undefined = null
const waiting: (() => void)[] = []

/** A session is being looked for: calls that need to know wait for it. */
export function expectAccessToken(): void {
  held = undefined
}

export function setAccessToken(token: Token | null): void {
  held = token
  for (const go of waiting.splice(0)) go()
}

/** Returns the token for a call that is sent now. */
export function accessToken(): string | null {
  return held?.value ?? null
}

/** Returns the header of a request that `call` does not send; the server refuses it while nobody is signed in. */
export function authorizationHeader(): string {
  return `Bearer ${accessToken() ?? ''}`
}

/**
 * Resolves once a call can carry the right token: it is known who is signed in, and a token that
 * ran out while the page slept has been renewed.
 */
export async function freshAccessToken(): Promise<void> {
  if (held === undefined) await new Promise<void>((resolve) => waiting.push(resolve))
  if (!held || held.expiresAtMs - MARGIN_MS > Date.now()) return
  try {
    const { client } = await openSupabase()
    // The new token comes with the event.
    await client.auth.getSession()
  } catch {
    // The call itself fails then.
  }
}

let renewing: Promise<boolean> | undefined

/** Resolves with whether a call with a refused token is worth a retry. */
export async function renewAccessToken(refused: string): Promise<boolean> {
  // Another call has renewed it meanwhile.
  if (held?.value !== refused) return accessToken() !== null
  // Calls that are refused together share one renewal.
  renewing ??= renewSession().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renewSession(): Promise<boolean> {
  try {
    const { client } = await openSupabase()
    // A session that has ended is dropped by this, and the reader is signed out.
    const { error } = await client.auth.refreshSession()
    return error === null
  } catch {
    return false
  }
}
