import { useText } from '../../../messages/use-text.ts'
import { TextLink } from '../../../ui/buttons/link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Section } from '../../../ui/section.tsx'
import type { LeagueRecord } from './league-records.ts'

const WORDS = {
  titles: 'leagues.mostTitles',
  wins: 'leagues.mostWins',
  podiums: 'leagues.mostPodiums',
  poles: 'leagues.mostPoles',
  fastestLaps: 'leagues.mostFastestLaps',
  races: 'leagues.mostRaces',
} as const

/** The list shows the records of a league; nothing before there is one. */
export function RecordList({
  leagueId,
  records,
}: {
  readonly leagueId: string
  readonly records: readonly LeagueRecord[]
}) {
  const t = useText()
  if (records.length === 0) return null
  return (
    <Section title={t('leagues.records')}>
      <Card as="ul" frame label={t('leagues.records')}>
        {records.map((record) => (
          <li
            key={record.kind}
            className="flex min-h-14 items-center gap-4 border-b border-line px-4 py-2 last:border-b-0"
          >
            <span className="timing w-10 shrink-0 text-right text-section font-semibold">
              {record.count}
            </span>
            <span className="min-w-0 flex-1">
              <span className="timing block text-subhead font-semibold wrap-anywhere">
                <Holders leagueId={leagueId} record={record} />
              </span>
              <span className="block text-small text-muted">{t(WORDS[record.kind])}</span>
            </span>
          </li>
        ))}
      </Card>
    </Section>
  )
}

function Holders({
  leagueId,
  record: { holders },
}: {
  readonly leagueId: string
  readonly record: LeagueRecord
}) {
  return holders.map(({ name, userId }, index) => (
    <span key={userId ?? name}>
      {index > 0 && ', '}
      <TextLink to="/leagues/$leagueId/drivers" params={{ leagueId }} search={{ driver: name }}>
        {name}
      </TextLink>
    </span>
  ))
}
