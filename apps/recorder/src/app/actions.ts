import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { checkServer, checkTarget, readAddress } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { abandonRecording, deleteCapture, listCaptures } from '../spool/captures.ts'
import { enforceDiskLimit } from '../spool/disk-limit.ts'
import { fetchUpdateKey } from '../update/offered-update.ts'
import type { DevicePairing } from './device-pairing.ts'
import { diskLimitBytes, type RecordingControl } from './recording-control.ts'
import type { LoginStart } from './login-start.ts'
import { Settings, type SettingsFile } from './settings.ts'
import type { Updating } from './updating.ts'
import { isElsewhere } from './view.ts'

const Text = Type.String({ maxLength: 500 })
const Pairing = Type.Object({ server: Text, user: Text, key: Text })
const PairingServer = Type.Object({ server: Text })
const SettingsChange = Type.Partial(Type.Pick(Settings, ['listenPort', 'forwards', 'diskLimitGb']))
const LoginStartChange = Type.Object({ isOn: Type.Boolean() })
const Capture = Type.Object({ recording: Text, file: Text })

export interface ActionContext {
  readonly control: RecordingControl
  readonly settings: SettingsFile
  readonly devicePairing: DevicePairing
  readonly updating: Updating
  readonly loginStart: LoginStart
  /** Ends the program. */
  readonly quit: () => void
}

type Action = (context: ActionContext, body: unknown) => Promise<void> | void

/** The page can request these, by the last part of the address. Each throws a `Failure` for the user. */
export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['start', ({ control }) => control.start()],
  ['stop', ({ control }) => control.stop()],
  ['quit', ({ quit }) => quit()],
  ['pair', pair],
  ['pair-in-browser', pairInBrowser],
  ['settings', change],
  ['delete', removeCapture],
  ['login-start', ({ loginStart }, body) => loginStart.change(parse(LoginStartChange, body).isOn)],
  ['update', ({ updating }) => updating.install()],
])

/** The user confirms in the browser; no key is typed. */
function pairInBrowser({ devicePairing }: ActionContext, body: unknown): void {
  const { server } = parse(PairingServer, body)
  devicePairing.start(checkServer(server.trim(), 'The server address'))
}

async function pair(
  { control, settings, devicePairing, updating }: ActionContext,
  body: unknown,
): Promise<void> {
  const wanted = parse(Pairing, body)
  const { target } = settings.current
  const server = wanted.server.trim().replace(/(?<!\/)\/+$/, '')
  // An empty field means the present key, which never goes to another server.
  const presentKey = target !== null && target.server === server ? target.key : ''
  const key = wanted.key.trim() || presentKey
  if (key === '') throw new Failure('The recorder key is missing', 'Copy it from the dashboard.')
  const named = { server: 'The server address', user: 'The user id' }
  const paired = checkTarget({ server, user: wanted.user.trim(), key }, named)
  devicePairing.cancel()
  settings.changeSettings({ target: paired, updateKey: await fetchUpdateKey(server) })
  updating.check()
  await control.restart()
  control.start()
}

async function change({ control, settings }: ActionContext, body: unknown): Promise<void> {
  const wanted = parse(SettingsChange, body)
  const before = settings.current
  const running = control.status?.recording
  const forwards = wanted.forwards?.map(readAddress)
  if (forwards !== undefined) await running?.forwardTo(forwards)
  settings.changeSettings(wanted)
  if (wanted.diskLimitGb !== undefined) {
    const limit = diskLimitBytes(settings.current)
    if (running === undefined) enforceDiskLimit(control.spool, limit, null)
    else running.disk.setLimit(limit)
  }
  if (wanted.listenPort === undefined || wanted.listenPort === before.listenPort) return
  if (control.state === 'off' && settings.current.target !== null) control.start()
  else await control.restart()
}

function removeCapture({ control, settings }: ActionContext, body: unknown): void {
  const { recording, file } = parse(Capture, body)
  const captures = listCaptures(control.spool, control.status?.recording?.recording ?? null)
  const found = captures.find((capture) => capture.recording === recording && capture.file === file)
  if (found === undefined) return
  if (found.state === 'recording') {
    throw new Failure('This capture is being recorded', 'Stop the recording, or wait for its end.')
  }
  if (found.state === 'waiting' && isElsewhere(found, settings.current)) {
    abandonRecording(control.spool, found)
  } else deleteCapture(control.spool, found)
}

function parse<T extends TSchema>(schema: T, body: unknown): Static<T> {
  if (Value.Check(schema, body)) return body
  const [first] = Value.Errors(schema, body)
  const where = first?.instancePath.slice(1) || 'The request'
  throw new Failure(`${where} ${first?.message ?? 'is wrong'}`, 'Correct it and try again.')
}
