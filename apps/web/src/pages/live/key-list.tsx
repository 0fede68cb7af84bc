import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'

const VIEW_KEYS: readonly (readonly [keys: string, action: PlainKey])[] = [
  ['↑ ↓', 'panels.keyFollow'],
  ['Esc', 'panels.keyRelease'],
  ['G', 'panels.keyGap'],
  ['O', 'panels.keyOrder'],
  ['W S Q B', 'panels.keyViews'],
  ['␣', 'panels.keyPause'],
  ['← →', 'panels.keySeconds'],
  ['⇧ ← →', 'panels.keyLap'],
  ['.', 'panels.keyLive'],
  ['F', 'panels.keyFrame'],
  ['+ −', 'panels.keyZoom'],
  ['0', 'panels.keyWholeMap'],
  ['C', 'panels.keyCentre'],
  ['E', 'panels.keyEngineer'],
  ['?', 'panels.keyHelp'],
]

export function KeyList() {
  const t = useText()
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 p-2">
      {VIEW_KEYS.map(([keys, action]) => (
        <div key={keys} className="contents">
          <dt>
            <kbd className="timing rounded-s border border-line-strong px-1.5">{keys}</kbd>
          </dt>
          <dd>{t(action)}</dd>
        </div>
      ))}
    </dl>
  )
}
