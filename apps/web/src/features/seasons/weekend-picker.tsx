import { seasons } from '@pitboard/contract/season'
import { useState } from 'react'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecordingFilters } from './recording-filters.tsx'
import { type Weekend, weekendsOf } from './recordings.ts'
import type { PartProps } from './season-editor.tsx'
import { useRecordings } from './use-recordings.ts'

/** Whole weekends: each goes to the first event of its track that has no sessions, or a new one. */
export function WeekendPicker({
  season,
  edit,
  onClose,
}: PartProps & { readonly onClose: () => void }) {
  const text = useText()
  const found = useRecordings(season, null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const weekends = weekendsOf(found.shown)

  async function link(ifMatch: number) {
    const seasonId = season.id
    const free = season.events.filter(({ sessions }) => sessions.length === 0)
    const taken = new Set<string>()
    let first: { ifMatch?: number } = { ifMatch }
    const inOrder = weekends.filter(({ key }) => chosen.includes(key)).toReversed()
    for (const weekend of inOrder) {
      const known = free.find(({ id, track }) => track === weekend.trackId && !taken.has(id))
      const eventId = known?.id ?? (await newEvent(seasonId, weekend, first)).id
      if (!known) first = {}
      taken.add(eventId)
      await call(seasons.addSessions, {
        params: { seasonId, eventId },
        body: { sessionIds: weekend.sessions.map(({ id }) => id) },
        ...first,
      })
      first = {}
    }
  }

  async function add() {
    setBusy(true)
    const errors = await edit.run(link, {
      done: text('organiser.weekendsAdded', { count: chosen.length }),
    })
    setBusy(false)
    if (errors) setProblem(errors.form ?? text('ui.unexpected'))
    else onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('organiser.addWeekends')}
      description={text('organiser.addWeekendsHow')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {text('organiser.cancel')}
          </Button>
          <Button
            look="primary"
            loading={busy}
            disabled={chosen.length === 0}
            onClick={() => void add()}
          >
            {text('organiser.linkWeekends', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <RecordingFilters filter={found.filter} onFilter={found.setFilter} />
      {found.error && <PageError error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton className="h-60" />}
      {!found.isLoading && weekends.length === 0 && (
        <p className="text-muted">{text('organiser.noRecordings')}</p>
      )}
      <ul>
        {weekends.map((weekend) => (
          <li key={weekend.key} className="border-b border-line py-1 last:border-b-0">
            <Checkbox
              label={
                <>
                  <b className="timing text-lg font-semibold">{weekend.trackName}</b>{' '}
                  <span className="text-small text-muted">
                    {formatDate(weekend.startedAt, text.locale)} ·{' '}
                    {weekend.sessions
                      .map(({ sessionType }) => sessionTypeName(sessionType, text))
                      .join(', ')}
                  </span>
                </>
              }
              checked={chosen.includes(weekend.key)}
              onChange={(isIn) =>
                setChosen(
                  isIn ? [...chosen, weekend.key] : chosen.filter((key) => key !== weekend.key),
                )
              }
            />
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function newEvent(seasonId: string, weekend: Weekend, first: { ifMatch?: number }) {
  return call(seasons.addEvent, {
    params: { seasonId },
    body: { track: weekend.trackId, name: '', startsAt: weekend.startedAt },
    ...first,
  })
}
