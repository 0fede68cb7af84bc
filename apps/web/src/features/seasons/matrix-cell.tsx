import type { Result } from '@pitboard/contract/standings'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** A result with the marks of pole and fastest lap; what is dropped stands in brackets. */
export function MatrixCell({ result }: { readonly result: Result }) {
  const text = useText()
  const { dropped, pole, fastestLap } = result
  return (
    <span className={`inline-flex items-start ${dropped ? 'opacity-70' : ''}`}>
      {dropped && <Mark title={text('season.dropped')}>(</Mark>}
      <ResultBadge {...result} />
      {dropped && <Mark title={null}>)</Mark>}
      {(pole || fastestLap) && (
        <span className="flex flex-col pl-0.5 text-[0.6875rem] leading-3.5 font-semibold">
          {pole && <Mark title={text('season.pole')}>{text('season.poleLetter')}</Mark>}
          {fastestLap && (
            <span className="text-session-best">
              <Mark title={text('season.fastestLap')}>{text('season.fastestLapLetter')}</Mark>
            </span>
          )}
        </span>
      )}
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
