import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adjustmentWords } from '../../features/stewards/adjustment-words.ts'
import type { FinishedRace, LeagueDigest } from '../../features/season/league/league-digest.ts'
import {
  findLeagueNews,
  type NewsItem,
  type RaceNote,
} from '../../features/season/league/league-news.ts'
import { finishersOf } from '../../features/season/overview/finishers.ts'
import { useAccount } from '../../auth/account.ts'
import { ReactionBar } from '../../features/leagues/reaction-bar.tsx'
import {
  REACTIONS_REFETCH_MS,
  reactionsOf,
  useReact,
} from '../../features/leagues/use-reactions.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { PodiumLine } from '../../timing/podium-line.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { OutsideLink, RowLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'

const SHOWN_AT_FIRST = 8

interface LeagueNewsProps {
  readonly leagueId: string
  readonly seasons: readonly Season[]
  readonly digest: LeagueDigest
  /** It is the address of the results for feed readers; null for a private league. */
  readonly feed: string | null
  /** The page learns of reactions, so that it need not ask for them. */
  readonly isSubscribed: boolean
}

/** Lists what happened in a league, newest first. */
export function LeagueNews({ leagueId, seasons, digest, feed, isSubscribed }: LeagueNewsProps) {
  const t = useText()
  const userId = useAccount()?.userId ?? null
  const { data: reactions = [] } = useQuery({
    ...reactionsOf(leagueId, userId),
    refetchInterval: isSubscribed ? false : REACTIONS_REFETCH_MS,
  })
  const react = useReact(leagueId, userId)
  const [count, setCount] = useState(SHOWN_AT_FIRST)
  const news = findLeagueNews(seasons, digest.races, digest.champions)
  if (news.length === 0) return null
  return (
    <Section
      title={t('leagues.news')}
      actions={feed !== null && <OutsideLink href={feed}>{t('leagues.feed')}</OutsideLink>}
    >
      <div className="flex flex-col items-start gap-3">
        <div className="w-full">
          <Card as="ul" frame>
            {news.slice(0, count).map((item) => (
              <li key={item.id} className="border-b border-line last:border-b-0">
                <Item item={item} />
                <ReactionBar
                  subject={item.subject}
                  reactions={reactions}
                  onReact={
                    userId === null
                      ? null
                      : (reaction, isSet) => react({ ...item.subject, reaction, isSet })
                  }
                />
              </li>
            ))}
          </Card>
        </div>
        {news.length > count && (
          <Button onClick={() => setCount(count + 2 * SHOWN_AT_FIRST)}>
            {t('leagues.olderNews')}
          </Button>
        )}
      </div>
    </Section>
  )
}

function Item({ item }: { readonly item: NewsItem }) {
  const t = useText()
  const { at, season } = item
  const seasonId = season.id
  switch (item.kind) {
    case 'race':
      return <RaceItem race={item.race} at={at} notes={item.notes} />
    case 'published': {
      const { status, version } = item.publication
      return (
        <RowLink to="/seasons/$seasonId" params={{ seasonId }}>
          <Lines at={at} about={season.name}>
            {t(status === 'official' ? 'leagues.newsOfficial' : 'leagues.newsProvisional', {
              version,
            })}
          </Lines>
        </RowLink>
      )
    }
    case 'decision': {
      const { adjustment } = item
      return (
        <RowLink to="/seasons/$seasonId" params={{ seasonId }} hash="decisions">
          <Lines at={at} about={`${season.name} · ${adjustment.reason}`}>
            {t('leagues.newsDecision', { decision: adjustmentWords(adjustment, season, t) })}
          </Lines>
        </RowLink>
      )
    }
  }
}

interface RaceItemProps {
  readonly race: FinishedRace
  readonly at: string
  readonly notes: readonly RaceNote[]
}

function RaceItem({ race: { event, season, tier, linked, podium }, at, notes }: RaceItemProps) {
  const t = useText()
  const name = eventName(event)
  return (
    <RowLink to="/sessions/$sessionId" params={{ sessionId: linked.session.id }}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-60">
          <Lines at={at} about={tier === null ? season.name : `${season.name} · ${tier}`}>
            {name}
          </Lines>
          {notes.length > 0 && (
            <span className="block wrap-anywhere">
              {notes.map((note) => noteText(note, t)).join(' ')}
            </span>
          )}
        </div>
        <PodiumLine
          label={t('leagues.podiumOf', { event: name })}
          finishers={finishersOf(podium)}
        />
      </div>
    </RowLink>
  )
}

interface LinesProps {
  readonly at: string
  readonly about: string
  readonly children: ReactNode
}

function Lines({ at, about, children }: LinesProps) {
  const t = useText()
  return (
    <span className="block min-w-0">
      <span className="timing block text-subhead font-semibold wrap-anywhere">{children}</span>
      <span className="block text-small text-muted wrap-anywhere">
        <time dateTime={at}>{formatDate(at, t.locale)}</time>
        {` · ${about}`}
      </span>
    </span>
  )
}

function noteText(note: RaceNote, t: Text): string {
  const { name } = note
  switch (note.kind) {
    case 'title':
      return t('leagues.noteTitle', { name })
    case 'firstWin':
      return t('leagues.noteFirstWin', { name })
    case 'ofTheDay':
      return t('leagues.noteOfTheDay', { name })
    case 'wins':
      return t('leagues.noteWins', { name, count: note.count })
    case 'streak':
      return t('leagues.noteStreak', { name, count: note.count })
  }
}
