import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { checkTarget, readAddress } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { abandonRecording, deleteCapture, listCaptures } from '../spool/captures.ts'
import { keepWithin } from '../spool/disk-limit.ts'
import { diskLimitBytes, type Desk } from './recording-control.ts'
import { Settings, type SettingsFile } from './settings.ts'
import { isElsewhere } from './view.ts'

const Text = Type.String({ maxLength: 500 })
const Pairing = Type.Object({ server: Text, user: Text, key: Text })
const Change = Type.Partial(Type.Pick(Settings, ['listenPort', 'forwards', 'diskLimitGb']))
const Capture = Type.Object({ recording: Text, file: Text })

export interface Steered {
  readonly desk: Desk
  readonly settings: SettingsFile
  /** Ends the program. */
  readonly quit: () => void
}

type Action = (steered: Steered, body: unknown) => Promise<void> | void

/** What the page can ask for, by the end of its address. They throw a `Failure` for the user. */
export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['start', ({ desk }) => desk.start()],
  ['stop', ({ desk }) => desk.stop()],
  ['quit', ({ quit }) => quit()],
  ['pair', pair],
  ['settings', change],
  ['delete', remove],
])

async function pair({ desk, settings }: Steered, body: unknown): Promise<void> {
  const asked = parse(Pairing, body)
  const { target } = settings.current
  const server = asked.server.trim().replace(/(?<!\/)\/+$/, '')
  // An empty key keeps the present one, but never carries it to another server.
  const kept = target !== null && target.server === server ? target.key : ''
  const key = asked.key.trim() || kept
  if (key === '') throw new Failure('The recorder key is missing', 'Copy it from the dashboard.')
  const named = { server: 'The server address', user: 'The user id' }
  const paired = checkTarget({ server, user: asked.user.trim(), key }, named)
  settings.change({ target: paired })
  await desk.restart()
  desk.start()
}

async function change({ desk, settings }: Steered, body: unknown): Promise<void> {
  const asked = parse(Change, body)
  const before = settings.current
  const running = desk.watched?.recording
  const forwards = asked.forwards?.map(readAddress)
  if (forwards !== undefined) await running?.forwardTo(forwards)
  settings.change(asked)
  if (asked.diskLimitGb !== undefined) {
    const limit = diskLimitBytes(settings.current)
    if (running === undefined) keepWithin(desk.spool, limit, null)
    else running.disk.limitTo(limit)
  }
  if (asked.listenPort === undefined || asked.listenPort === before.listenPort) return
  if (desk.state === 'off' && settings.current.target !== null) desk.start()
  else await desk.restart()
}

function remove({ desk, settings }: Steered, body: unknown): void {
  const { recording, file } = parse(Capture, body)
  const captures = listCaptures(desk.spool, desk.watched?.recording?.recording ?? null)
  const found = captures.find((capture) => capture.recording === recording && capture.file === file)
  if (found === undefined) return
  if (found.state === 'recording') {
    throw new Failure('This capture is being recorded', 'Stop the recording, or wait for its end.')
  }
  if (found.state === 'waiting' && isElsewhere(found, settings.current)) {
    abandonRecording(desk.spool, found)
  } else deleteCapture(desk.spool, found)
}

function parse<T extends TSchema>(schema: T, body: unknown): Static<T> {
  if (Value.Check(schema, body)) return body
  const [first] = Value.Errors(schema, body)
  const where = first?.instancePath.slice(1) || 'The request'
  throw new Failure(`${where} ${first?.message ?? 'is wrong'}`, 'Correct it and try again.')
}
