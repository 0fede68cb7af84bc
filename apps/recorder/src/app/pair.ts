import { createDevicePairing, type DevicePairingView, type Paired } from './device-pairing.ts'
import { Failure } from '../failure.ts'

/** Shows a code, and returns where the recorder was paired with once the user has confirmed it. */
export async function pair(
  server: string,
  print: (text: string) => void,
  interrupted: AbortSignal,
): Promise<Paired> {
  const decided = Promise.withResolvers<Paired>()
  const pairing = createDevicePairing({
    print,
    onCode: () => {},
    onPaired: decided.resolve,
    onEnd: (view) => decided.reject(failureOf(view)),
  })
  const stop = () => decided.reject(new Failure('The recorder is not paired', 'Start it again.'))
  interrupted.addEventListener('abort', stop)
  pairing.start(server)
  // The pairing waits without keeping the program alive.
  const alive = setInterval(() => {}, ALIVE_MS)
  try {
    return await decided.promise
  } finally {
    clearInterval(alive)
    interrupted.removeEventListener('abort', stop)
    pairing.cancel()
  }
}

const ALIVE_MS = 60_000

function failureOf({ server, state, reason }: DevicePairingView): Failure {
  if (state === 'refused')
    return new Failure('The pairing was refused', 'Start the recorder again.')
  if (state === 'expired') return new Failure('The code has expired', 'Start the recorder again.')
  return new Failure(reason ?? `${server} could not pair the recorder`, 'Check the address.')
}
