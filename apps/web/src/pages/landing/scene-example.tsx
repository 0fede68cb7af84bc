import '../overlay/overlay-scenes.css'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { observeWidth } from '../../timing/chart-place.ts'
import { useText } from '../../messages/use-text.ts'
import { FIRST_SCENE, type OverlayScene } from '../overlay/overlay-scene.ts'
import { OverlaySceneView } from '../overlay/overlay-scenes.tsx'

/** A stream of this size, in pixels, is made as small as there is room. */
const WIDTH = 960
const HEIGHT = 540
const TOWER_ROWS = 10

/** These need a race alone, and the one that shows it best comes first. */
const SCENES = [
  ['lowerThird', 'overlay.lowerThird'],
  ['battle', 'overlay.sceneBattle'],
  ['tower', 'overlay.partTower'],
  ['results', 'overlay.results'],
] as const satisfies readonly (readonly [OverlayScene, PlainKey])[]

/** Shows the scenes of a stream over the race of this page, switched as its remote control does. */
export function SceneExample() {
  const t = useText()
  const [scene, setScene] = useState<OverlayScene>('lowerThird')
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Stream>
        <OverlaySceneView choice={{ ...FIRST_SCENE, scene }} season={null} towerRows={TOWER_ROWS} />
      </Stream>
      <div role="group" aria-label={t('overlay.remote')} className="flex flex-wrap gap-2">
        {SCENES.map(([key, name]) => (
          <button
            key={key}
            type="button"
            aria-pressed={scene === key}
            onClick={() => setScene(key)}
            className="timing control rounded-m border border-line px-3 text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text"
          >
            {t(name)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The race stands at the top of the page for those who hear it. */
function Stream({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => (box.current ? observeWidth(box.current, setWidth) : undefined), [])
  return (
    <div
      ref={box}
      inert
      className="scene-picture relative overflow-hidden rounded-l border border-line"
      style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
    >
      <div
        className="absolute top-0 left-0 flex origin-top-left flex-col items-start gap-3 p-6"
        style={{ width: WIDTH, height: HEIGHT, transform: `scale(${width / WIDTH})` }}
      >
        {width > 0 && children}
      </div>
    </div>
  )
}
