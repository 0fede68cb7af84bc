import { useEffect, useState } from 'react'
import { readKept, writeKept } from '../../state/browser-storage.ts'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { FIRST_SCENE, readSceneChoice, type SceneChoice, sceneShortcuts } from './overlay-scene.ts'

/** Returns the scene of an overlay, which is switched by key, and from afar by who knows the secret of its address. */
export function useScene(secret: string | null): SceneChoice {
  const [choice, setChoice] = useState<SceneChoice>(() => readLast(secret))
  useShortcuts(sceneShortcuts((scene) => setChoice((before) => ({ ...before, scene }))))
  useEffect(() => {
    if (secret === null) return undefined
    let isLeft = false
    let leave: (() => void) | null = null
    // The library of the channel is fetched by overlays that are controlled alone.
    const joining = import('./scene-channel.ts').then(async ({ joinSceneChannel }) => {
      const channel = await joinSceneChannel(secret, { onScene: setChoice })
      if (isLeft) channel?.leave()
      else leave = channel?.leave ?? null
    })
    // The keys still work without the channel.
    joining.catch(() => undefined)
    return () => {
      isLeft = true
      leave?.()
    }
  }, [secret])
  useEffect(() => {
    if (secret !== null) writeKept(null, nameOf(secret), JSON.stringify(choice))
  }, [secret, choice])
  return choice
}

function nameOf(secret: string): string {
  return `scene.${secret}`
}

/** A source of a stream that is loaded again shows what it showed. */
function readLast(secret: string | null): SceneChoice {
  if (secret === null) return FIRST_SCENE
  try {
    const value: unknown = JSON.parse(readKept(null, nameOf(secret)) ?? 'null')
    return readSceneChoice(value) ?? FIRST_SCENE
  } catch {
    return FIRST_SCENE
  }
}
