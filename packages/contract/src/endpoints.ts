import { account, recorderKeys } from './accounts.ts'
import { captureUploads } from './capture-upload.ts'
import { downloads } from './downloads.ts'
import type { Endpoint } from './endpoint.ts'
import { leagues } from './league.ts'
import { liveSessions } from './live.ts'
import { replays } from './replay.ts'
import { search } from './search.ts'
import { seasonManagement } from './season-management.ts'
import { seasons } from './season-endpoints.ts'
import { manualResults } from './session-document.ts'
import { sessions } from './session-endpoints.ts'
import { site } from './site.ts'
import { users } from './user.ts'

/** All tables of endpoints; the server mounts every endpoint. */
const endpoints = {
  account,
  captureUploads,
  downloads,
  leagues,
  liveSessions,
  recorderKeys,
  replays,
  search,
  seasonManagement,
  seasons,
  manualResults,
  sessions,
  site,
  users,
} satisfies Record<string, Record<string, Endpoint>>

/** Every endpoint, in the order of the tables. */
export function allEndpoints(): Endpoint[] {
  return Object.values(endpoints).flatMap((table): Endpoint[] => Object.values(table))
}
