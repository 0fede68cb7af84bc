import { useText } from '../messages/use-text.ts'

export type TimeMark = 'sessionBest' | 'personalBest' | 'invalid' | null

const MARKS = {
  sessionBest: { look: 'text-session-best font-semibold', sign: '◆', says: 'timing.sessionBest' },
  personalBest: { look: 'text-personal-best', sign: '▴', says: 'timing.personalBest' },
  invalid: { look: 'text-invalid line-through decoration-1', sign: '', says: 'timing.invalidTime' },
} as const

/** Shows a time with its mark: hue, and beside it a sign, weight or line that reads without colour. */
export function LapTimeText({ text, mark }: { text: string; mark: TimeMark }) {
  if (mark === null || text === '–') return <>{text}</>
  return <MarkedTime text={text} mark={mark} />
}

function MarkedTime({ text, mark }: { text: string; mark: Exclude<TimeMark, null> }) {
  const t = useText()
  const { look, sign, says } = MARKS[mark]
  return (
    <span className={look} title={t(says)}>
      {sign && (
        <span aria-hidden="true" className="mr-0.5 align-[0.1em] text-[0.6em]">
          {sign}
        </span>
      )}
      {text}
      <span className="sr-only"> ({t(says)})</span>
    </span>
  )
}
