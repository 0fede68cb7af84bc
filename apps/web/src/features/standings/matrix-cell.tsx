import type { Result } from '@pitboard/contract/standings'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** A result with the marks of pole and fastest lap; what is dropped stands in brackets. */
export function MatrixCell({ result }: { readonly result: Result }) {
  const text = useText()
  const { dropped, pole, fastestLap } = result
  return (
    <span className={`relative inline-flex items-center ${dropped ? 'opacity-70' : ''}`}>
      {dropped && <Mark title={text('season.dropped')}>(</Mark>}
      <ResultBadge compact {...result} />
      {dropped && <Mark title={null}>)</Mark>}
      {pole && (
        <Corner place="-top-1">
          <Mark title={text('season.pole')}>{text('season.poleLetter')}</Mark>
        </Corner>
      )}
      {fastestLap && (
        <Corner place="-bottom-1 text-session-best">
          <Mark title={text('season.fastestLap')}>{text('season.fastestLapLetter')}</Mark>
        </Corner>
      )}
    </span>
  )
}

/** Over the edge of the chip but not over its neighbour: a column is as wide as without marks. */
function Corner({ place, children }: { readonly place: string; readonly children: ReactNode }) {
  return (
    <span
      className={`absolute right-0 rounded-s bg-panel px-px text-[0.6875rem] leading-3 font-semibold ${place}`}
    >
      {children}
    </span>
  )
}

function Mark({ title, children }: { readonly title: string | null; readonly children: string }) {
  return (
    <span title={title ?? undefined}>
      <span aria-hidden="true">{children}</span>
      {title !== null && <span className="sr-only">{title}</span>}
    </span>
  )
}
