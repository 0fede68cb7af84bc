import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { driverRows } from './matrix-rows.ts'
import { ProgressionChart } from './progression-chart.tsx'

const LINES_MAX = 24
const CHOSEN = 3

/** Draws the way to the title: the points of the drivers after each event, the first three in colour. */
export function ReviewChart({ season }: { readonly season: Season }) {
  const t = useText()
  return (
    <ProgressionChart
      label={t('season.driversTable')}
      rows={driverRows(season.standings)
        .filter(({ isHidden }) => !isHidden)
        .slice(0, LINES_MAX)}
      events={season.events}
      contenders={CHOSEN}
    />
  )
}
