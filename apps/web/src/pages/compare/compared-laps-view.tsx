import { COMPARED_LAPS_MAX } from '@pitboard/contract/comparison/lap-reference'
import type { LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import { Sharing } from '../../features/sharing/sharing.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { AddLap } from '../../features/compare/add-lap.tsx'
import { useAccount } from '../../auth/account.ts'
import { CompareMap } from '../../features/compare/compare-map.tsx'
import {
  type CompareSearch,
  readChannels,
  readColouring,
  readMetres,
  readZoom,
  writeChannels,
} from '../../features/compare/compare-search.ts'
import {
  keyOf,
  type ShownComparison,
  showComparison,
} from '../../features/compare/compared/compared-laps.ts'
import { CornerTable } from '../../features/compare/corner-table.tsx'
import { LapCards } from '../../features/compare/lap-cards.tsx'
import { LossSummary } from '../../features/compare/loss-summary.tsx'
import { useTheoretical } from '../../features/compare/use-theoretical.ts'
import { createPlotView } from '../../timing/plot/plot-view.ts'
import { TraceCharts } from '../../features/compare/strips/trace-charts.tsx'
import { useSuggestedLaps } from '../../features/session-charts/tables/suggested-links.tsx'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

export function ComparedLaps({ answer }: { readonly answer: LapComparison }) {
  const t = useText()
  const search = useSearch({ from: '/compare' })
  const navigate = useNavigate({ from: '/compare' })
  const comparison = useMemo(() => showComparison(answer), [answer])
  const keys = answer.laps.map(keyOf)
  const found = answer.laps.find(({ details }) => details !== null)?.details
  // Each change starts from the address at that moment: a second click can come before the first one has taken effect.
  const change = (edit: (current: CompareAddress) => CompareAddress) =>
    void navigate({ search: edit, replace: true, resetScroll: false })
  const changeLaps = (edit: (keys: readonly string[]) => readonly string[]) =>
    change((current) => ({
      ...current,
      laps: edit(current.laps.split(',').filter((key) => key !== '')).join(','),
    }))
  const suggested = useSuggestedLaps(answer.laps[0]?.details ? keys : [])
  const sessionIds = answer.laps.flatMap(({ sessionId, details }) => (details ? [sessionId] : []))
  return (
    <div className="flex flex-col gap-9">
      <Hero
        eyebrow={<p>{t('compare.title')}</p>}
        title={found?.trackName ?? t('compare.title')}
        actions={
          <>
            {keys.length < COMPARED_LAPS_MAX && sessionIds.length > 0 && (
              <AddLap
                sessionIds={[...new Set(sessionIds)]}
                keys={keys}
                onAdd={(key) => changeLaps((shown) => addLap(shown, key))}
              />
            )}
            <Sharing
              path={location.pathname + location.search}
              title={t('compare.pictureTitle')}
              embedded={null}
              picturePath={
                keys.length > 1
                  ? `/og/compare.png?laps=${encodeURIComponent(keys.join())}`
                  : undefined
              }
            />
            {suggested === null && <span className="control w-56" />}
            {suggested?.map(({ key, label }) => (
              <Button
                key={key}
                look="plain"
                onClick={() => changeLaps((shown) => addLap(shown, key))}
              >
                {label}
              </Button>
            ))}
          </>
        }
      >
        <LapCards
          laps={answer.laps}
          referenceKey={comparison?.laps[0].key ?? null}
          onChange={changeLaps}
        />
      </Hero>
      {comparison ? (
        <Charts
          key={`${answer.trackId} ${comparison.grid.lengthM}`}
          comparison={comparison}
          search={search}
          onSearch={(next) => change((current) => ({ ...current, ...next }))}
        />
      ) : (
        <EmptyState
          title={t('compare.noTraces')}
          action={
            <ButtonLink look="primary" to="/dashboard/sessions">
              {t('compare.findSession')}
            </ButtonLink>
          }
        >
          {t('compare.noTracesWhy')}
        </EmptyState>
      )}
    </div>
  )
}

/** A shorter part shows single points of the traces. */
const LEAST_METRES = 80

interface CompareAddress extends CompareSearch {
  readonly laps: string
}

function addLap(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) || keys.length >= COMPARED_LAPS_MAX ? keys : [...keys, key]
}

interface ChartsProps {
  readonly comparison: ShownComparison
  readonly search: CompareSearch
  readonly onSearch: (search: Partial<CompareSearch>) => void
}

function Charts({ comparison, search, onSearch }: ChartsProps) {
  const t = useText()
  const [view] = useState(() =>
    createPlotView({
      range: { from: 0, to: comparison.grid.lengthM, leastSpan: LEAST_METRES },
      zoom: readZoom(search.zoom),
      at: readMetres(search.at),
    }),
  )
  useEffect(() =>
    view.onSettled((zoom, at) =>
      onSearch({
        zoom: zoom === null ? '' : `${Math.round(zoom.from)}-${Math.round(zoom.to)}`,
        at: at === null ? '' : String(Math.round(at)),
      }),
    ),
  )
  const channels = useMemo(() => readChannels(search.channels), [search.channels])
  const hasTheoretical = search.theory === '1'
  const theoretical = useTheoretical(comparison, hasTheoretical)
  return (
    <>
      <Section title={t('compare.summary')} actions={<TrainingLink comparison={comparison} />}>
        <LossSummary comparison={comparison} view={view} />
      </Section>
      <Columns
        side={
          <div className="wide:sticky wide:top-4">
            <Section title={t('compare.map')}>
              <CompareMap
                comparison={comparison}
                view={view}
                colouring={readColouring(search.map)}
                onColouring={(map) => onSearch({ map: map === 'gain' ? '' : map })}
              />
            </Section>
          </div>
        }
      >
        <TraceCharts
          comparison={comparison}
          view={view}
          channels={channels}
          onChannels={(next) => onSearch({ channels: writeChannels(next) })}
          hasTheoretical={hasTheoretical}
          theoretical={theoretical}
          onTheoretical={(isShown) => onSearch({ theory: isShown ? '1' : '' })}
        />
      </Columns>
      <Section title={t('compare.corners')}>
        <CornerTable comparison={comparison} view={view} />
      </Section>
    </>
  )
}

/** Leads who is signed in to the same question about many of their laps on this track. */
function TrainingLink({ comparison }: { readonly comparison: ShownComparison }) {
  const t = useText()
  const account = useAccount()
  if (!account) return null
  const [{ details }] = comparison.laps
  return (
    <TextLink to="/dashboard/laps" search={{ track: String(details.trackId) }} hash="training">
      {t('compare.training')}
    </TextLink>
  )
}
