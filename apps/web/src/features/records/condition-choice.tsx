import { FORMULAS, type LapConditions, PERFORMANCES } from '@pitboard/contract/records/lap-category'
import { allTracks } from '@pitboard/contract/sessions/track-names'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import {
  FORMULA_NAMES,
  gameName,
  KIND_NAMES,
  PERFORMANCE_NAMES,
  TYRE_NAMES,
  WEATHER_NAMES,
} from './condition-names.ts'
import { type RecordSearch, SESSION_KINDS, TYRE_CLASSES, WEATHERS } from './record-queries.ts'

interface ConditionChoiceProps {
  readonly trackId: number | null
  readonly conditions: LapConditions
  readonly versions: readonly number[]
  readonly onChoice: (choice: Partial<RecordSearch>) => void
}

const TRACKS = allTracks().map(({ trackId, name }) => [String(trackId), name] as const)

/** Laps are compared only with laps of the same kind: the kind is always chosen. */
export function ConditionChoice({ trackId, conditions, versions, onChoice }: ConditionChoiceProps) {
  const t = useText()
  const { gameVersion, sessionKind, tyreClass, weather, formula, performance } = conditions
  const games = versions.includes(gameVersion) ? versions : [gameVersion, ...versions]
  return (
    <div className="grid grid-cols-2 gap-3 wide:grid-cols-7">
      <Choice
        wide
        label={t('records.track')}
        value={trackId === null ? '' : String(trackId)}
        options={[['', t('records.allTracks')], ...TRACKS]}
        onValue={(track) => onChoice({ track })}
      />
      <Choice
        label={t('records.game')}
        value={String(gameVersion)}
        options={games.map((year) => [String(year), gameName(year)])}
        onValue={(game) => onChoice({ game })}
      />
      <Choice
        label={t('records.kind')}
        value={sessionKind}
        options={SESSION_KINDS.map((kind) => [kind, t(KIND_NAMES[kind])])}
        onValue={(kind) => onChoice({ kind })}
      />
      <Choice
        label={t('records.tyres')}
        value={tyreClass}
        options={TYRE_CLASSES.map((tyres) => [tyres, t(TYRE_NAMES[tyres])])}
        onValue={(tyres) => onChoice({ tyres })}
      />
      <Choice
        label={t('records.weather')}
        value={weather}
        options={WEATHERS.map((kind) => [kind, t(WEATHER_NAMES[kind])])}
        onValue={(kind) => onChoice({ weather: kind })}
      />
      <Choice
        label={t('records.cars')}
        value={formula}
        options={FORMULAS.map((cars) => [cars, t(FORMULA_NAMES[cars])])}
        onValue={(cars) => onChoice({ cars })}
      />
      <Choice
        label={t('records.performance')}
        value={performance}
        options={PERFORMANCES.map((kind) => [kind, t(PERFORMANCE_NAMES[kind])])}
        onValue={(kind) => onChoice({ performance: kind })}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onValue: (value: string) => void
  readonly wide?: boolean
}

function Choice({ label, value, options, onValue, wide = false }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`${CONTROL_LOOK} ${wide ? 'max-wide:col-span-2' : ''}`}
    >
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
