import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Select } from '../../ui/forms/select.tsx'
import { NEWEST, publications } from './publication-queries.ts'

/** Chooses the standings of now, or of a published version. */
export function VersionChoice({
  season,
  version,
  onVersion,
}: {
  readonly season: Season
  readonly version: string
  readonly onVersion: (version: string) => void
}) {
  const t = useText()
  const { data } = useQuery(publications(season))
  if (!data || data.length === 0) return null
  const options = data.map((one) => ({
    value: String(one.version),
    label: t(one.status === 'official' ? 'season.officialVersion' : 'season.provisionalVersion', {
      version: one.version,
      date: formatDate(one.publishedAt, t.locale),
    }),
  }))
  return (
    <span className="w-64">
      <Select
        label={t('season.whichVersion')}
        options={[
          { value: NEWEST, label: t(season.isLive ? 'season.newestLive' : 'season.newest') },
          ...options,
        ]}
        value={version}
        onChange={onVersion}
      />
    </span>
  )
}
