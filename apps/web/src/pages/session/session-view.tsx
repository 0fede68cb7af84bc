import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import {
  type ChartSearch,
  readChoice,
  writeChoice,
} from '../../features/session-charts/chart-choice.ts'
import { ChartsPlace } from '../../features/session-charts/charts-place.tsx'
import {
  type SectionAnchor,
  sessionSections,
} from '../../features/session-charts/session-sections.ts'
import { AnswerList } from '../../features/session-story/answer-list.tsx'
import { ClassificationTable } from '../../features/session/classification-table.tsx'
import { SessionHero } from '../../features/session/hero/session-hero.tsx'
import { seasonsOf } from '../../features/session/session-queries.ts'
import { chooseSeason } from '../../timing/choose-season.ts'
import { SessionSeasons, Siblings } from '../../features/session/siblings.tsx'
import { Sharing } from '../../features/sharing/sharing.tsx'
import { WeekendTabs } from '../../features/session/weekend-tabs.tsx'
import { useText } from '../../messages/use-text.ts'
import { useNamesakesOf } from '../../timing/namesakes.ts'
import { useNamesOf } from '../../timing/season-names.ts'
import { SectionIndex } from '../../ui/reading/section-index.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** The result stands before what draws the charts is there; it comes beside the session. */
const SessionStory = lazyPart(async () => (await import('./session-story.tsx')).SessionStory, {
  texts: ['charts', 'penalties', 'story'],
})
void SessionStory.preload()

/** All share one object, so that an empty answer does not render the result again. */
const NO_SEASONS: readonly SessionSeason[] = []

const SECTION_TITLES = {
  classification: 'session.classification',
  story: 'result.story',
  charts: 'result.charts',
  laps: 'result.allLaps',
} as const satisfies Record<SectionAnchor, string>

interface SessionViewProps {
  readonly session: RecordedSession
  readonly search: ChartSearch
  readonly onSearch: (search: ChartSearch) => void
}

export function SessionView({ session, search, onSearch }: SessionViewProps) {
  const t = useText()
  // React would show the content of a separate boundary 300 ms after the fallback at the earliest.
  const isDrawn = useDeferredValue(true, false)
  const { data } = useQuery(seasonsOf(session.id))
  const seasons = data && data.length > 0 ? data : NO_SEASONS
  const season = chooseSeason(seasons, session.userId)
  useNamesOf(season)
  useNamesakesOf(session.drivers)
  // All renders share one element, because the head compares what it is given.
  const sharing = useMemo(
    () => (
      <Sharing
        path={`/sessions/${session.id}`}
        title={session.trackName}
        embedded={{ kind: 'session', id: session.id }}
        picturePath={`/og/session/${session.id}.png`}
      />
    ),
    [session.id, session.trackName],
  )
  const sections = sessionSections(session).map((anchor) => ({
    anchor,
    title: t(SECTION_TITLES[anchor]),
  }))
  return (
    <div className="flex flex-col gap-6">
      <SessionHero session={session} sharing={sharing} />
      <div className="flex flex-col gap-2 empty:hidden">
        <SessionSeasons seasons={seasons} />
        <Siblings session={session} />
        <WeekendTabs sessionId={session.id} />
      </div>
      {isRaceType(session.sessionType) && (
        <AnswerList session={session} season={season} isSeasonKnown={data !== undefined} />
      )}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 ${sections.length > 1 ? 'xl:grid-cols-[9.5rem_minmax(0,1fr)]' : ''} [&_section]:scroll-mt-16 wide:max-xl:[&_.table-lines_th]:top-11 xl:[&_section]:scroll-mt-32`}
      >
        {sections.length > 1 && (
          <SectionIndex hasBar label={t('result.sections')} sections={sections} />
        )}
        <div className="flex min-w-0 flex-col gap-9">
          <div id="classification" className="scroll-mt-16 xl:scroll-mt-6">
            <ClassificationTable session={session} seasons={seasons} />
          </div>
          {isDrawn ? (
            <SessionStory
              key={session.id}
              session={session}
              seasons={seasons}
              choice={readChoice(search)}
              onChoice={(choice) => onSearch(writeChoice(choice))}
            />
          ) : (
            <ChartsPlace />
          )}
        </div>
      </div>
    </div>
  )
}
