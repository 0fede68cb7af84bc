import type { IdTables } from '../formats/format-table.ts'
import { drivers } from './drivers-2022.ts'
import { infringements } from './infringements-2022.ts'
import { nationalities } from './nationalities-2022.ts'
import { penaltyTypes, resultStatuses, weathers } from './same-ids.ts'
import { sessionTypes } from './session-types-2022.ts'
import { teams } from './teams-2022.ts'
import { tracks } from './tracks-2022.ts'
import { actualTyreCompounds, tyreCompounds } from './tyre-compounds.ts'

export const ids: IdTables = {
  drivers,
  infringements,
  nationalities,
  sessionTypes,
  teams,
  tracks,
  penaltyTypes,
  resultStatuses,
  weathers,
  tyreCompounds,
  actualTyreCompounds,
}
