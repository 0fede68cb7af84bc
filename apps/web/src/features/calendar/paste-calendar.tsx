import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Text, PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/input.tsx'
import { ZoneSelect } from './event-form.tsx'
import {
  type CalendarLine,
  type CalendarWarning,
  type DateOrder,
  parseCalendar,
} from './parse-calendar.ts'
import { useUnsavedWork } from '../../ui/forms/unsaved-work.ts'
import { ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { useEditedSeason } from '../season/edited-season.ts'

/** The lines that are read at once are fewer bytes than these. */
const FILE_BYTES_READ = 200_000

/** Reads a whole calendar at once, as it stands in a message or a table. */
export function PasteCalendar() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [typed, setTyped] = useState('')
  const [zone, setZone] = useState(ownTimeZone)
  const [order, setOrder] = useState<DateOrder | null>(null)
  useUnsavedWork(typed === '' ? null : 'onPage')
  const { lines, asksOrder, cutLines } = parseCalendar(typed, zone, order)
  const events = lines.flatMap(({ event }) => (event ? [event] : []))

  async function add() {
    if (events.length === 0) return { calendar: t('organiser.noTrackFound') }
    if (asksOrder && order === null) return { order: t('organiser.orderMissing') }
    await edit.run(
      (ifMatch) =>
        call(seasons.addEvents, { params: { seasonId: season.id }, body: { events }, ifMatch }),
      { done: t('organiser.eventsAdded', { count: events.length }) },
    )
    setTyped('')
    setOrder(null)
    return null
  }

  return (
    <Form
      label={t('organiser.pasteCalendar')}
      submitLabel={
        events.length === 0
          ? t('organiser.addNoEvents')
          : t('organiser.addEvents', { count: events.length })
      }
      submitLook="secondary"
      isDraft={false}
      onSubmit={add}
      actions={
        <FilePicker
          label={t('organiser.calendarFile')}
          accept={['.csv', '.tsv', '.txt', 'text/csv']}
          onFiles={([file]) => void file?.slice(0, FILE_BYTES_READ).text().then(setTyped)}
        />
      }
    >
      {(errors) => (
        <>
          <Field
            label={t('organiser.pasteCalendar')}
            hint={t('organiser.pasteHint')}
            error={errors.calendar ?? null}
          >
            <TextArea
              rows={6}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder={t('organiser.pasteExample')}
            />
          </Field>
          <ZoneSelect zone={zone} onZone={setZone} />
          {asksOrder && (
            <Field label={t('organiser.dateOrder')} error={errors.order ?? null}>
              <Select<DateOrder>
                placeholder={t('organiser.chooseOrder')}
                options={[
                  { value: 'dayFirst', label: t('organiser.dayFirst') },
                  { value: 'monthFirst', label: t('organiser.monthFirst') },
                ]}
                value={order}
                onChange={setOrder}
              />
            </Field>
          )}
          {lines.length > 0 && (
            <ol aria-label={t('organiser.found')} className="flex flex-col">
              {lines.map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two lines may be alike
                <li key={index} className="border-b border-line py-1">
                  <Line line={line} zone={zone} />
                </li>
              ))}
            </ol>
          )}
          {cutLines > 0 && (
            <p className="text-bad">{t('organiser.linesCut', { count: cutLines })}</p>
          )}
        </>
      )}
    </Form>
  )
}

function Line({
  line: { line, event, isHeading, warnings },
  zone,
}: {
  readonly line: CalendarLine
  readonly zone: string
}) {
  const t = useText()
  if (isHeading) {
    return (
      <p className="text-small text-secondary wrap-anywhere">
        {t('organiser.tableHead', { line })}
      </p>
    )
  }
  if (!event) {
    return <p className="text-bad wrap-anywhere">{t('organiser.noTrackIn', { line })}</p>
  }
  return (
    <>
      <p className="timing flex flex-wrap gap-x-3 text-timing">
        <span className="min-w-36">{trackName(event.track)}</span>
        <span className="min-w-44 text-muted">
          {event.startsAt ? formatDateTime(event.startsAt, t.locale, zone) : t('season.noDate')}
        </span>
        {event.name && <span className="text-muted wrap-anywhere">{event.name}</span>}
      </p>
      {warnings.length > 0 && (
        <ul className="text-small text-secondary wrap-anywhere">
          {warnings.map((warning, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two warnings may be alike
            <li key={index}>{warningWords(warning, t)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const WARNINGS = {
  noTime: 'organiser.noTimeRead',
  noDate: 'organiser.noDateRead',
  unclearOrder: 'organiser.unclearOrder',
  wrongWeekday: 'organiser.wrongWeekday',
} as const satisfies Partial<Record<CalendarWarning['kind'], PlainKey>>

function warningWords(warning: CalendarWarning, t: Text): string {
  if (warning.kind === 'notUsed') return t('organiser.notUnderstood', { words: warning.words })
  return t(WARNINGS[warning.kind])
}
