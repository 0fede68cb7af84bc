import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { PageTitle } from '../../ui/shell/page-title.tsx'
import { useLive } from './use-live.ts'

export function LiveTitle() {
  const text = useText()
  const track = useLive((session) => session.trackName) ?? ''
  const sessionType = useLive((session) => session.sessionType) ?? 0
  const session = sessionTypeName(sessionType, text)
  return <PageTitle page={text('live.liveTitle', { track, session })} />
}
