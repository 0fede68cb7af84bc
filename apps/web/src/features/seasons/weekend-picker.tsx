import type { Season } from '@pitboard/contract/season'
import { seasonWork, type WeekendLink } from '@pitboard/contract/season-work'
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

  async function add() {
    setBusy(true)
    const body = {
      weekends: placed(
        season,
        weekends.filter(({ key }) => chosen.includes(key)),
      ),
    }
    const errors = await edit.run(
      (ifMatch) => call(seasonWork.linkWeekends, { params: { id: season.id }, body, ifMatch }),
      { done: text('organiser.weekendsAdded', { count: chosen.length }) },
    )
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

/** Each at the first event of its track that has no sessions, or at one of its own. */
function placed({ events }: Season, weekends: readonly Weekend[]): WeekendLink[] {
  const free = events.filter(({ sessions }) => sessions.length === 0)
  const taken = new Set<string>()
  return weekends.toReversed().map(({ trackId, startedAt, sessions }) => {
    const sessionIds = sessions.map(({ id }) => id)
    const known = free.find(({ id, track }) => track === trackId && !taken.has(id))
    if (!known) return { event: { track: trackId, startsAt: startedAt }, sessionIds }
    taken.add(known.id)
    return { eventId: known.id, sessionIds }
  })
}
