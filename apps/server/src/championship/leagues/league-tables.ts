import type { LeagueFields } from '@pitboard/contract/leagues/league'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import type { GeneratedAlways } from 'kysely'
import type { FieldRefinements } from '../../platform/db/field-columns.ts'
import type { Row, Tables } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    league: FieldRefinements<LeagueFields> & { search_name: GeneratedAlways<string> }
    league_member: {
      role: MemberRole
    }
    league_invitation: {
      role: 'owner' | MemberRole
    }
    league_invitation_link: {
      role: MemberRole
    }
    league_picture: {
      kind: LeaguePictureKind
    }
  }
}

export type LeagueTable = Tables['league']
export type LeagueRow = Row<'league'>
