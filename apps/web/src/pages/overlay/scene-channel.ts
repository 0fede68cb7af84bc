import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js'
import { findAuthServer } from '../../auth/supabase.ts'
import { readSceneChoice, type SceneChoice } from './overlay-scene.ts'

export interface SceneChannel {
  readonly send: (choice: SceneChoice) => void
  readonly leave: () => void
}

const SCENE = 'scene'
/** An overlay that has just been opened asks for the present scene. */
const ASK = 'ask'

interface SceneListener {
  readonly onScene?: (choice: SceneChoice) => void
  readonly onAsk?: () => void
}

/**
 * Joins the channel of an overlay: anybody who knows its secret can switch its scene. Returns null if this site has no
 * key to join with.
 */
export async function joinSceneChannel(
  secret: string,
  { onScene, onAsk }: SceneListener,
): Promise<SceneChannel | null> {
  const server = await findAuthServer()
  if (server === null) return null
  const client = new RealtimeClient(`${location.origin.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: server.anonKey },
  })
  const channel = client.channel(`overlay:${secret}`)
  channel.on('broadcast', { event: SCENE }, ({ payload }) => {
    const choice = readSceneChoice(payload)
    if (choice) onScene?.(choice)
  })
  channel.on('broadcast', { event: ASK }, () => onAsk?.())
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && onScene) {
      void channel.send({ type: 'broadcast', event: ASK, payload: {} })
    }
  })
  return {
    send: (choice) => void channel.send({ type: 'broadcast', event: SCENE, payload: choice }),
    leave: () => void client.removeAllChannels(),
  }
}
