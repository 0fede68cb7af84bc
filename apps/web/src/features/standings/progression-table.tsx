import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { ScrollBox } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { trackCode } from '../season/session-titles.ts'
import type { MatrixRow } from './matrix-rows.ts'

interface ProgressionTableProps {
  /** Names the table. */
  readonly label: string
  readonly rows: readonly MatrixRow[]
  /** The lines cover these events. */
  readonly events: readonly SeasonEvent[]
}

/** Shows the numbers of the chosen lines. */
export function ProgressionTable({ label, rows, events }: ProgressionTableProps) {
  const t = useText()
  return (
    <div className="mt-2 print:hidden">
      <Disclosure title={t('points.asTable')}>
        <ScrollBox label={label} className="max-w-full">
          <table aria-label={label} className="timing text-small whitespace-nowrap">
            <thead>
              <tr className="label">
                <th scope="col" className="py-1 pr-4 text-left">
                  {t('season.name')}
                </th>
                {events.map((event) => (
                  <th
                    key={event.id}
                    scope="col"
                    className="px-2 text-right"
                    title={eventName(event)}
                  >
                    <span aria-hidden="true">{trackCode(event.track)}</span>
                    <span className="sr-only">{eventName(event)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, progression }) => (
                <tr key={key} className="border-t border-line">
                  <th scope="row" className="py-1 pr-4 text-left font-medium">
                    {name}
                  </th>
                  {events.map(({ id }, index) => {
                    // Standings that were published before the event have no points after it.
                    const points = progression[index]
                    return (
                      <td key={id} className="px-2 text-right">
                        {points === undefined ? '–' : formatPoints(points, t.locale)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </Disclosure>
    </div>
  )
}
