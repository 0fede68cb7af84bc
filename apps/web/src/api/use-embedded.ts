import { ApiException, createClient, type CallInput } from '@pitboard/contract/wire/client'
import type { Answer, Endpoint } from '@pitboard/contract/wire/endpoint'
import { useEffect, useState } from 'react'

export type Embedded<T> =
  | { readonly state: 'loading' | 'missing' | 'failed' }
  | { readonly state: 'found'; readonly data: T }

const REFRESH_MS = 60_000
const ANONYMOUS: typeof fetch = (url, init) => fetch(url, { ...init, credentials: 'omit' })
const send = createClient({ baseUrl: '', fetch: ANONYMOUS })

/**
 * Returns what everybody may see of a subject, requested again every minute while it is in sight. After a failure the
 * last answer stays. Without an input nothing is requested.
 */
export function useEmbedded<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | null,
): Embedded<Answer<E>> {
  const [embedded, setEmbedded] = useState<Embedded<Answer<E>>>({ state: 'loading' })
  const key = JSON.stringify(input)
  useEffect(() => {
    if (input === null) return undefined
    let isOpen = true
    const load = async () => {
      const next = await request(endpoint, input)
      if (!isOpen) return
      setEmbedded((shown) => (next.state === 'failed' && shown.state === 'found' ? shown : next))
    }
    const refresh = () => {
      if (document.visibilityState === 'visible') void load()
    }
    void load()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => {
      isOpen = false
      clearInterval(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the input
  }, [endpoint, key])
  return embedded
}

async function request<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Embedded<Answer<E>>> {
  try {
    return { state: 'found', data: await send(endpoint, input) }
  } catch (error) {
    const isMissing = error instanceof ApiException && error.status === 404
    return { state: isMissing ? 'missing' : 'failed' }
  }
}
