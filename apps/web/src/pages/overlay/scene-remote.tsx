import type { Driver } from '@pitboard/contract/sessions/driver'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import {
  chosenPlace,
  FIRST_SCENE,
  OVERLAY_SCENES,
  type OverlayScene,
  type SceneChoice,
  sceneShortcuts,
} from './overlay-scene.ts'
import { joinSceneChannel, type SceneChannel } from './scene-channel.ts'
import { type OverlaySubject, useShownSession } from './use-shown-session.ts'

const SCENE_NAMES: Readonly<Record<OverlayScene, PlainKey>> = {
  parts: 'overlay.sceneParts',
  tower: 'overlay.partTower',
  lowerThird: 'overlay.lowerThird',
  battle: 'overlay.sceneBattle',
  grid: 'overlay.grid',
  fastestLap: 'overlay.fastestLap',
  results: 'overlay.results',
  standings: 'overlay.standings',
  nextRace: 'overlay.nextRace',
}

interface SceneRemoteProps extends OverlaySubject {
  readonly secret: string
}

/** Switches the scene of the overlays that have the secret in their address: large buttons, and a key for each. */
export function SceneRemote({ secret, ...subject }: SceneRemoteProps) {
  const t = useText()
  const session = useShownSession(subject)
  const [choice, setChoice] = useState(FIRST_SCENE)
  const channel = useRef<SceneChannel | null>(null)
  const answer = useEffectEvent(() => channel.current?.send(choice))
  useEffect(() => {
    let isLeft = false
    joinSceneChannel(secret, { onAsk: answer })
      .then((joined) => {
        if (isLeft) joined?.leave()
        else channel.current = joined
      })
      .catch(() => undefined)
    return () => {
      isLeft = true
      channel.current?.leave()
      channel.current = null
    }
  }, [secret])
  useEffect(() => channel.current?.send(choice), [choice])
  useShortcuts(sceneShortcuts((scene) => setChoice((before) => ({ ...before, scene }))))
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {OVERLAY_SCENES.map((scene, index) => (
          <button
            key={scene}
            type="button"
            aria-pressed={scene === choice.scene}
            onClick={() => setChoice({ ...choice, scene })}
            className="timing flex min-h-16 flex-col items-center justify-center rounded-m border border-control px-2 text-timing text-muted aria-pressed:border-text aria-pressed:bg-line aria-pressed:font-semibold aria-pressed:text-text"
          >
            {t(SCENE_NAMES[scene])}
            <kbd className="text-micro text-faint max-sm:hidden">{index + 1}</kbd>
          </button>
        ))}
      </div>
      <DriverField
        drivers={session?.drivers ?? []}
        choice={choice}
        onChange={(driver) => setChoice({ ...choice, ...driver })}
      />
      {session && <SeasonNote sessionId={session.id} />}
    </div>
  )
}

interface DriverFieldProps {
  readonly drivers: readonly Driver[]
  readonly choice: SceneChoice
  readonly onChange: (driver: Pick<SceneChoice, 'driverName' | 'driverIdx'>) => void
}

const LEADER = ''

function DriverField({ drivers, choice, onChange }: DriverFieldProps) {
  const t = useText()
  const isTwice = (name: string) => drivers.filter((driver) => driver.name === name).length > 1
  return (
    <Field label={t('overlay.lowerThirdOf')}>
      <Select
        value={String(drivers[chosenPlace(drivers, choice)]?.driverIdx ?? LEADER)}
        onChange={(value) => {
          const driver = drivers.find(({ driverIdx }) => String(driverIdx) === value)
          onChange({ driverName: driver?.name ?? null, driverIdx: driver?.driverIdx ?? null })
        }}
        options={[
          { value: LEADER, label: t('overlay.leader') },
          ...drivers
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ driverIdx, name, carNumber }) => ({
              value: String(driverIdx),
              label: name === '' || isTwice(name) ? `${name} #${carNumber ?? driverIdx}` : name,
            })),
        ]}
      />
    </Field>
  )
}

const SEASONS_MS = 60_000

/** A user who switches to an empty scene would look for the fault in their streaming software. */
function SeasonNote({ sessionId }: { readonly sessionId: string }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['scenes', 'seasons', sessionId],
    queryFn: ({ signal }) => call(sessions.seasons, { params: { sessionId }, signal }),
    refetchInterval: SEASONS_MS,
    retry: false,
  })
  if (data?.length !== 0) return null
  return <p className="text-small text-muted">{t('overlay.noSeason')}</p>
}
