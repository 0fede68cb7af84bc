import { sessionTypeName } from '../../timing/names.ts'
import { useLive } from './use-live.ts'

export function LiveTitle() {
  const trackName = useLive((session) => session.trackName)
  const sessionType = useLive((session) => session.sessionType) ?? 0
  return <title>{`${trackName} ${sessionTypeName(sessionType)} live · Pitboard`}</title>
}
