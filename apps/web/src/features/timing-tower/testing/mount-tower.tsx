import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { createRoot } from 'react-dom/client'
import { loadNamespace, startLanguage } from '../../../messages/language.ts'
import { LiveInSight } from '../../live/live-in-sight.tsx'
import { createLiveReceiver } from '../../live/live-receiver.ts'
import { createLiveStore } from '../../race/live-store.ts'
import { TimingTower } from '../timing-tower.tsx'
import { LiveStoreContext } from '../../race/use-live.ts'

/** The browser test mounts the tower alone on the page. Returns a function that brings it to its next state. */
export async function mountTower(first: LiveSession): Promise<(next: LiveSession) => void> {
  await Promise.all([startLanguage(), loadNamespace('live'), loadNamespace('screen')])
  const store = createLiveStore()
  const { receive } = createLiveReceiver(store)
  let shown = first
  receive({ t: 'snapshot', v: first.version, at: 0, state: first })
  const place = document.createElement('div')
  // The tower stands before everything else on the page, so that it is in sight.
  document.body.prepend(place)
  createRoot(place).render(
    <LiveStoreContext value={store}>
      <LiveInSight>
        <TimingTower />
      </LiveInSight>
    </LiveStoreContext>,
  )
  return (next) => {
    receive(encodeDelta(shown, next, 0))
    shown = next
  }
}
