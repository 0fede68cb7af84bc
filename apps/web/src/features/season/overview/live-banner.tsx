import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../../messages/use-text.ts'

interface LiveBannerProps {
  readonly season: Season
  /** The tables show this published version; null where they show the standings of now. */
  readonly shownVersion: number | null
}

/** Says whether the tables hold the session that is being driven; the head of the page leads to it. */
export function LiveBanner({ season, shownVersion }: LiveBannerProps) {
  const t = useText()
  if (!season.isLive) return null
  // Nothing stands before the first result.
  const isShown = shownVersion === null && season.standings.drivers.length > 0
  return (
    <p role="status" className="text-muted">
      <b className="timing text-timing font-semibold text-text">
        {t(isShown ? 'season.asItStands' : 'season.live')}
      </b>{' '}
      {isShown
        ? t('season.asItStandsWhy')
        : shownVersion !== null && t('season.liveNotShown', { version: shownVersion })}
    </p>
  )
}
