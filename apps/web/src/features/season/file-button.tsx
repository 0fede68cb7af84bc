import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const FetchedFileButton = lazyPart(
  async () => (await import('./fetched-file-button.tsx')).FetchedFileButton,
  { fallback: null },
)

interface FileButtonProps {
  readonly season: Pick<Season, 'visibility'>
  readonly path: string
  readonly fileName: string
  readonly label: string
}

/** Offers a file of the server: it is a link, or for a private season, which few see, a button that fetches it. */
export function FileButton({ season, path, fileName, label }: FileButtonProps) {
  const content = (
    <>
      <Icon name="download" size="size-4" />
      {label}
    </>
  )
  if (season.visibility === 'private') {
    return (
      <FetchedFileButton path={path} fileName={fileName}>
        {content}
      </FetchedFileButton>
    )
  }
  return (
    <a href={path} download={fileName} className={buttonClass('plain', 'small')}>
      {content}
    </a>
  )
}

interface ExportButtonsProps {
  readonly season: Season
  /** Null stands for all tiers. */
  readonly tier?: string | null
}

/** Offers the same numbers to take along. */
export function ExportButtons({ season, tier = null }: ExportButtonsProps) {
  const t = useText()
  const path = (format: string) =>
    `/api/Seasons/${season.id}/export?format=${format}${tier === null ? '' : `&tier=${encodeURIComponent(tier)}`}`
  return (
    <>
      <FileButton
        season={season}
        path={path('csv&table=drivers')}
        fileName="drivers.csv"
        label={t('season.driversCsv')}
      />
      <FileButton
        season={season}
        path={path('csv&table=teams')}
        fileName="teams.csv"
        label={t('season.teamsCsv')}
      />
      <FileButton
        season={season}
        path={path('xlsx')}
        fileName="standings.xlsx"
        label={t('season.xlsx')}
      />
      <FileButton
        season={season}
        path={path('json')}
        fileName="standings.json"
        label={t('season.json')}
      />
    </>
  )
}
