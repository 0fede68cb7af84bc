import type { IdTables } from '../formats/format-table.ts'
import { drivers } from './drivers-2024.ts'
import { ids as before } from './ids-2023.ts'
import { nationalities } from './nationalities-2024.ts'
import { sessionTypes } from './session-types-2024.ts'
import { teams } from './teams-2024.ts'

export const ids: IdTables = { ...before, drivers, nationalities, sessionTypes, teams }
