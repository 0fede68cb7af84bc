import { useText } from '../../messages/use-text.ts'
import { abnormalResult } from '../../timing/names.ts'
import { Tag } from '../../timing/tag.tsx'
import { type Car, type Timed, timeOrGap } from './classification.ts'

interface ResultTimeProps {
  readonly driver: Car
  readonly winner: Car | undefined
  readonly session: Timed
}

/** Shows the time or gap of a car in a result, or why it has none. */
export function ResultTime({ driver, winner, session }: ResultTimeProps) {
  const t = useText()
  const result = abnormalResult(driver.resultStatus)
  if (!result) return winner && timeOrGap(driver, winner, session, t)
  return (
    <Tag tone="bad" title={t(result.long)}>
      {result.short}
    </Tag>
  )
}
