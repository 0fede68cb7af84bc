import { LiveStoreContext, useLive, useLiveView } from '../../features/race/use-live.ts'
import { SessionProgress } from '../../features/live/session-progress.tsx'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { OverlayTower } from '../overlay/overlay-tower.tsx'
import {
  followedState,
  STATE_LABELS,
  useFollowedLive,
  useReloadWhenOutdated,
} from '../overlay/use-followed-live.ts'
import { type EmbedAddress, embedPath } from '../../features/sharing/embed-address.ts'
import { EmbedFrame, EmbedLink, EmbedMessage } from './embed-frame.tsx'
import type { EmbedOptions } from '../../features/sharing/embed-options.ts'
import { SessionEmbed } from './session-embed.tsx'

const ROWS = 30

interface LiveEmbedProps {
  readonly address: EmbedAddress
  readonly options: EmbedOptions
}

/** Shows the tower of a live session; after it, its result. */
export function LiveEmbed({ address, options }: LiveEmbedProps) {
  const { kind, id } = address
  const store = useFollowedLive(`/api/LiveSession/ws/${kind === 'liveUser' ? 'user/' : ''}${id}`)
  return (
    <LiveStoreContext value={store}>
      <LiveContent address={address} options={options} />
    </LiveStoreContext>
  )
}

function LiveContent({ address, options }: LiveEmbedProps) {
  const t = useText()
  const state = useLiveView(followedState)
  const isWaiting = useLiveView(({ connection }) => connection.kind === 'waiting')
  const recordedId = useLiveView(({ connection }) =>
    connection.kind === 'ended' ? connection.recordedId : null,
  )
  const track = useLive(({ trackName }) => trackName)
  const name = useLive((session) => sessionName(session, t))
  useReloadWhenOutdated(useLiveView(({ connection }) => connection.kind === 'outdated'))
  if (recordedId !== null) return <SessionEmbed sessionId={recordedId} options={options} />
  if (state === 'notLive') {
    if (address.kind === 'liveUser') return <EmbedMessage text="live.notLive" />
    // A recorded session has the id that it had live.
    return <SessionEmbed sessionId={address.id} options={options} />
  }
  if (track === null || name === null) {
    return <EmbedMessage text={isWaiting ? 'live.waiting' : 'embed.loading'} />
  }
  const isCurrent = state === 'current' || state === 'hidden'
  return (
    <EmbedFrame
      options={options}
      eyebrow={
        <span data-state={state}>{isCurrent ? t('embed.live') : t(STATE_LABELS[state])}</span>
      }
      title={
        <EmbedLink path={embedPath(address).replace('/embed', '')}>
          {t('session.title', { track, session: name })}
        </EmbedLink>
      }
      note={<SessionProgress />}
    >
      <div className={isCurrent ? '' : 'grayscale'}>
        <OverlayTower columns={null} rows={options.rows ?? ROWS} />
      </div>
    </EmbedFrame>
  )
}
