import { isUuid } from '@pitboard/contract/wire/uuid'
import { parseArgs } from 'node:util'
import type { ReprocessOptions } from '@pitboard/server/racing/sessions/reprocess/reprocess'
import type { Selection } from '@pitboard/server/racing/sessions/reprocess/reprocess'

export const USAGE = `Derives stored sessions again from their captures, and says what has changed.

  npm run reprocess -- --session ID     one session; may be given several times
  npm run reprocess -- --since DATE     those that were driven since then
  npm run reprocess -- --all

  --dry-run                  says what would change, and changes nothing
  --changes 20               how many changes of a session are shown
  --allow-loss               also where the new document knows less than the stored one
  --not-derived-since DATE   leaves out what was derived since then: goes on after a stop

DATE as 2026-05-03 or 2026-05-03T14:00:00Z. DATA_DIR and DATABASE_URL are those of the server, which
may be running. Exit code 0: all derived; 1: some could not be, or are kept as they were; 2: these
options are wrong.`

interface Arguments {
  readonly help: boolean
  readonly selection: Selection
  readonly options: ReprocessOptions & { readonly changesShown: number }
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/

/** Returns the command line, or what is wrong with it. */
export function readArguments(args: readonly string[]): Arguments | string {
  try {
    return parse(args)
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`
  }
}

function parse(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      session: { type: 'string', multiple: true, default: [] },
      all: { type: 'boolean', default: false },
      since: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'allow-loss': { type: 'boolean', default: false },
      'not-derived-since': { type: 'string' },
      changes: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  })
  const ids = values.session
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) throw new RangeError(`--session ${wrong}: not an id of a session`)
  const ways = [ids.length > 0, values.all, values.since !== undefined].filter(Boolean).length
  if (ways !== 1 && !values.help) throw new RangeError('One of --session, --since and --all')
  const changesShown = Number(values.changes)
  if (!Number.isInteger(changesShown) || changesShown < 0) {
    throw new RangeError(`--changes ${values.changes}: not a number`)
  }
  return {
    help: values.help,
    selection: {
      ids: ids.length > 0 ? ids : null,
      since: readDate('--since', values.since),
      notDerivedSince: readDate('--not-derived-since', values['not-derived-since']),
    },
    options: { dryRun: values['dry-run'], allowLoss: values['allow-loss'], changesShown },
  }
}

function readDate(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (!DATE.test(text) || Number.isNaN(date.getTime())) {
    throw new RangeError(`${name} ${text}: not a date`)
  }
  return date
}
