import { LANGUAGES } from '@pitboard/contract/words/languages'
import type { ColumnKey } from '../../features/timing-tower/columns/tower-columns.tsx'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { NO_DRIVERS, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import {
  COLUMNS_OF_KIND,
  DELAY_SECONDS_MAX,
  OVERLAY_PARTS,
  OVERLAY_THEMES,
  type OverlayOptions,
  type OverlayPart,
  type OverlayTheme,
  ROWS_MAX,
} from './overlay-options.ts'

const PARTS: Readonly<Record<OverlayPart, PlainKey>> = {
  strip: 'overlay.partStrip',
  tower: 'overlay.partTower',
  leaders: 'overlay.partLeaders',
  battle: 'overlay.partBattle',
  message: 'overlay.partMessage',
}
const THEMES: Readonly<Record<OverlayTheme, PlainKey>> = {
  dark: 'overlay.themeDark',
  light: 'overlay.themeLight',
  clear: 'overlay.themeClear',
}
/** These columns can be read in a stream. The tower's own table of columns would bring its cells along. */
const COLUMNS: readonly (readonly [key: ColumnKey, label: PlainKey])[] = [
  ['gained', 'screen.gainedLong'],
  ['number', 'screen.numberLong'],
  ['gap', 'live.gapLong'],
  ['interval', 'live.intervalLong'],
  ['last', 'screen.lastLong'],
  ['best', 'screen.bestLong'],
  ['delta', 'screen.deltaLong'],
  ['miniSectors', 'screen.miniSectorsLong'],
  ['tyre', 'live.tyreLong'],
  ['stops', 'screen.pitStops'],
  ['penalties', 'screen.penaltiesLong'],
  ['laps', 'screen.lapsLong'],
  ['speed', 'screen.speedLong'],
]
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const
const AUTO = 'auto'

interface OverlayFormProps {
  readonly options: OverlayOptions
  readonly onChange: (options: OverlayOptions) => void
}

/** Edits what an overlay shows. Every choice is in force at once. */
export function OverlayForm({ options, onChange }: OverlayFormProps) {
  const t = useText()
  const { parts, columns, rows, theme, language, delaySeconds, marked } = options
  const chosen = useChosenDrivers()
  const hasChosen = chosen.own !== null || chosen.rivals.length > 0
  return (
    <>
      <fieldset>
        <legend className="text-small">{t('overlay.parts')}</legend>
        {OVERLAY_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={t(PARTS[part])}
            checked={parts.includes(part)}
            // The last one stays.
            disabled={parts.length === 1 && parts.includes(part)}
            onChange={(isShown) =>
              onChange({
                ...options,
                parts: OVERLAY_PARTS.filter((each) =>
                  each === part ? isShown : parts.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Field label={t('overlay.columns')}>
        <Select
          options={[
            { value: AUTO, label: t('overlay.columnsAuto') },
            { value: 'chosen', label: t('overlay.columnsChosen') },
          ]}
          value={columns === null ? AUTO : 'chosen'}
          onChange={(value) =>
            onChange({ ...options, columns: value === AUTO ? null : COLUMNS_OF_KIND.race })
          }
        />
      </Field>
      {columns !== null && (
        <fieldset className="max-h-72 overflow-y-auto rounded-m border border-line px-3">
          <legend className="sr-only">{t('overlay.columns')}</legend>
          {COLUMNS.map(([key, label]) => (
            <Checkbox
              key={key}
              label={t(label)}
              checked={columns.includes(key)}
              disabled={columns.length === 1 && columns.includes(key)}
              onChange={(isShown) =>
                onChange({
                  ...options,
                  columns: isShown ? [...columns, key] : columns.filter((each) => each !== key),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <NumberField
        label={t('overlay.rows')}
        value={rows}
        min={1}
        max={ROWS_MAX}
        onChange={(value) => onChange({ ...options, rows: value })}
      />
      {(hasChosen || marked !== NO_DRIVERS) && (
        <Checkbox
          label={t('overlay.marked')}
          checked={marked !== NO_DRIVERS}
          onChange={(isMarked) => onChange({ ...options, marked: isMarked ? chosen : NO_DRIVERS })}
        />
      )}
      <Field label={t('overlay.theme')}>
        <Select<OverlayTheme>
          options={OVERLAY_THEMES.map((value) => ({ value, label: t(THEMES[value]) }))}
          value={theme}
          onChange={(value) => onChange({ ...options, theme: value })}
        />
      </Field>
      <Field label={t('overlay.language')}>
        <Select
          options={[
            { value: AUTO, label: t('overlay.languageAuto') },
            ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
          value={language ?? AUTO}
          onChange={(value) =>
            onChange({ ...options, language: LANGUAGES.find((each) => each === value) ?? null })
          }
        />
      </Field>
      <NumberField
        label={t('overlay.delay')}
        hint={t('overlay.delayHint')}
        value={delaySeconds}
        min={0}
        max={DELAY_SECONDS_MAX}
        onChange={(value) => onChange({ ...options, delaySeconds: value })}
      />
    </>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** The value takes effect when the field is left, so that the preview does not start again with every digit. */
function NumberField({ label, hint, value, min, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <Input
        type="number"
        min={min}
        max={max}
        defaultValue={String(value)}
        onBlur={({ currentTarget }) => {
          const typed = Math.round(Number(currentTarget.value))
          const within = Math.min(max, Math.max(min, Number.isFinite(typed) ? typed : value))
          currentTarget.value = String(within)
          if (within !== value) onChange(within)
        }}
      />
    </Field>
  )
}
