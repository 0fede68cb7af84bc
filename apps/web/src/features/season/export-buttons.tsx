import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { FileButton } from './file-button.tsx'

/** The same numbers to take along. */
export function ExportButtons({ season }: { readonly season: Season }) {
  const text = useText()
  const path = `/api/Seasons/${season.id}/export`
  return (
    <>
      <FileButton
        season={season}
        path={`${path}?format=csv&table=drivers`}
        fileName="drivers.csv"
        label={text('season.driversCsv')}
      />
      <FileButton
        season={season}
        path={`${path}?format=csv&table=teams`}
        fileName="teams.csv"
        label={text('season.teamsCsv')}
      />
      <FileButton
        season={season}
        path={`${path}?format=json`}
        fileName="standings.json"
        label={text('season.json')}
      />
    </>
  )
}
