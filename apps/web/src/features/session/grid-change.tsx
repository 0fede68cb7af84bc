import type { Driver } from '@pitboard/contract/driver'
import { useText } from '../../messages/use-text.ts'

/** How many places a driver made good or lost since the start. */
export function GridChange({ driver }: { readonly driver: Driver }) {
  const text = useText()
  const { startingPosition, finishingPosition } = driver
  if (!startingPosition || finishingPosition === null) return null
  const gained = startingPosition - finishingPosition
  const from = text('session.fromGrid', { position: startingPosition })
  if (gained === 0) {
    return (
      <span className="inline-block w-7 text-faint" title={from}>
        –
      </span>
    )
  }
  return (
    <span
      className={`inline-block w-7 text-left ${gained > 0 ? 'text-good' : 'text-bad'}`}
      title={from}
    >
      <span aria-hidden="true">{gained > 0 ? '▴' : '▾'}</span>
      <span className="sr-only">{text(gained > 0 ? 'session.gained' : 'session.lost')} </span>
      {Math.abs(gained)}
    </span>
  )
}
