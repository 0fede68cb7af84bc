import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { readList } from '../../timing/read-points.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { EVENT_LISTS, isOfSeason, type TypedEventPoints } from './typed-event-points.ts'

interface EventPointsFieldsProps {
  readonly points: TypedEventPoints
  readonly error: string | null
  readonly onPoints: (change: Partial<TypedEventPoints>) => void
}

const FACTORS = [0, 0.5, 1, 1.5, 2]

const LABELS = {
  race: 'organiser.racePoints',
  sprint: 'organiser.sprintPoints',
  qualifying: 'organiser.qualifyingPoints',
  sprintQualifying: 'organiser.sprintQualifyingPoints',
} as const

/** Asks what an event pays otherwise than its season: a factor, lists of its own, or both. */
export function EventPointsFields({ points, error, onPoints }: EventPointsFieldsProps) {
  const t = useText()
  const factors = [...new Set([...FACTORS, points.factor])].toSorted((a, b) => a - b)
  return (
    <div className="sm:col-span-2">
      <Disclosure
        title={<span className="font-semibold">{t('organiser.eventPoints')}</span>}
        opened={error !== null || !isOfSeason(points)}
      >
        <div className="flex flex-col gap-4">
          <p className="text-small text-muted">{t('organiser.eventPointsHint')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('organiser.eventFactor')}>
              <Select
                options={factors.map((factor) => ({
                  value: String(factor),
                  label: t('season.timesFactor', { factor: formatPoints(factor, t.locale) }),
                }))}
                value={String(points.factor)}
                onChange={(next) => onPoints({ factor: Number(next) })}
              />
            </Field>
            {EVENT_LISTS.map((name) => (
              <Field
                key={name}
                label={t(LABELS[name])}
                error={error !== null && readList(points[name]) === null ? error : null}
              >
                <Input
                  value={points[name]}
                  autoComplete="off"
                  onChange={(event) => onPoints({ [name]: event.target.value })}
                />
              </Field>
            ))}
          </div>
        </div>
      </Disclosure>
    </div>
  )
}
