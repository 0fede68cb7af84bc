import type { LeagueFields } from '@pitboard/contract/leagues/league'
import type { PointsPreset } from '@pitboard/contract/seasons/points-presets'
import type {
  EventFields,
  EventSessionFields,
  SeasonFields,
} from '@pitboard/contract/seasons/season'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { PlainKey, Text } from '../messages/create-text.ts'
import type { TypedField } from '../ui/forms/form-fields.tsx'

interface FieldLabel {
  /** The form and the history show this label; the history leaves out a remark in brackets. */
  readonly label: PlainKey
}

interface TextRow extends FieldLabel {
  readonly kind: 'text' | 'textArea' | 'url'
  readonly maxLength: number
  readonly rows?: number
  /** It is the error of an empty field; without it the field is optional. */
  readonly missing?: PlainKey
}

/** Fields other than texts have a control of their own. */
type FieldRow = FieldLabel | TextRow
type FieldTable<Fields> = { readonly [Name in keyof Fields]: FieldRow }

const NAME = {
  label: 'season.name',
  kind: 'text',
  maxLength: TEXT_MAX.name,
  missing: 'organiser.nameMissing',
} as const satisfies TextRow

/** An owner edits these fields, in the order of the form. A field of the contract without a row does not compile. */
export const SEASON_FIELDS = {
  name: NAME,
  pointsSystem: { label: 'organiser.pointsSystem' },
  startingPoints: { label: 'organiser.startingPoints' },
  tiers: { label: 'participation.tiers' },
  teamsPerTier: { label: 'organiser.teamsPerTier' },
  driverVote: { label: 'organiser.driverVote' },
  isTemplate: { label: 'organiser.isTemplate' },
} as const satisfies FieldTable<SeasonFields>

export const LEAGUE_FIELDS = {
  name: NAME,
  description: {
    label: 'organiser.description',
    kind: 'textArea',
    rows: 4,
    maxLength: TEXT_MAX.description,
  },
  discord: { label: 'leagues.discord', kind: 'url', maxLength: TEXT_MAX.link },
  website: { label: 'leagues.website', kind: 'url', maxLength: TEXT_MAX.link },
  links: { label: 'organiser.links' },
  accentColour: { label: 'organiser.accentColour' },
  isPublic: { label: 'organiser.isPublic' },
  hasRatings: { label: 'organiser.hasRatings' },
} as const satisfies FieldTable<LeagueFields>

export const EVENT_FIELDS = {
  track: { label: 'organiser.track' },
  name: { label: 'organiser.eventName', kind: 'text', maxLength: TEXT_MAX.name },
  startsAt: { label: 'organiser.startsAt' },
  points: { label: 'organiser.eventPoints' },
} as const satisfies FieldTable<EventFields>

export const EVENT_SESSION_FIELDS = {
  role: { label: 'organiser.countsAs' },
  pointsFactor: { label: 'organiser.factor' },
  pointsByDistance: { label: 'organiser.whenStopped' },
  driverNames: { label: 'season.drivers' },
  tier: { label: 'organiser.sessionTier' },
} as const satisfies FieldTable<EventSessionFields>

export const PRESET_LABELS = {
  'f1-2025': 'organiser.preset2025',
  'f1-2022': 'organiser.preset2022',
  'f1-2019': 'organiser.preset2019',
  'f1-2010': 'organiser.preset2010',
  'f1-2003': 'organiser.preset2003',
  'f1-1991': 'organiser.preset1991',
  sprint: 'organiser.presetSprint',
} as const satisfies Record<PointsPreset, PlainKey>

type TextName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly kind: string } ? Name : never
}[keyof Table] &
  string

export const LINK = /^https?:\/\/\S+$/

/** Returns the inputs for the texts of a table. */
export function textFields<Table extends Readonly<Record<string, FieldRow>>>(
  table: Table,
  values: Readonly<Record<TextName<Table>, string>>,
  t: Text,
): TypedField<TextName<Table>>[]
export function textFields(
  table: Readonly<Record<string, FieldRow>>,
  values: Readonly<Record<string, string>>,
  t: Text,
): TypedField<string>[] {
  return Object.entries(table).flatMap(([name, row]) => {
    if (!('kind' in row)) return []
    const { label, missing, ...shown } = row
    const isLink = row.kind === 'url'
    return {
      ...shown,
      name,
      label: t(label),
      defaultValue: values[name] ?? '',
      ...(missing && { missing: t(missing) }),
      ...(isLink && { inputMode: 'url' as const }),
      check: (value: string) =>
        isLink && value !== '' && !LINK.test(value) && t('organiser.linkInvalid'),
    }
  })
}
