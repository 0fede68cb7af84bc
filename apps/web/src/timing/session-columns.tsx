import type { Text } from '../messages/create-text.ts'
import { TextLink } from '../ui/buttons/link.tsx'
import type { Column } from '../ui/table/column.ts'
import { formatDate } from './format-date.ts'

interface DrivenRow {
  readonly drivenAt: string
}

interface SeasonRow {
  readonly season: { readonly id: string; readonly name: string } | null
}

/** Says when what a row is about was driven. */
export function dateColumn<Row extends DrivenRow>(name: string, t: Text): Column<Row> {
  return {
    key: 'date',
    name,
    align: 'right',
    phone: 'below',
    sortBy: ({ drivenAt }) => drivenAt,
    cell: ({ drivenAt }) => (
      <time dateTime={drivenAt} className="text-muted">
        {formatDate(drivenAt, t.locale)}
      </time>
    ),
  }
}

/** Leads to the season in which the session of a row counts. */
export function seasonColumn<Row extends SeasonRow>(name: string): Column<Row> {
  return {
    key: 'season',
    name,
    phone: 'below',
    cell: ({ season }) =>
      season && (
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {season.name}
        </TextLink>
      ),
  }
}
