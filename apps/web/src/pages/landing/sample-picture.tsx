import { type ReactNode, useState } from 'react'
import { REPLAY_SPEED } from '../../features/race-preview/play-replay.ts'
import { sampleRace } from '../../features/race-preview/sample-race.ts'
import { Replayed } from './replay-race-picture.tsx'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'

export function SamplePicture({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const [race] = useState(sampleRace)
  return (
    <Replayed
      race={race}
      note={t('landing.replayNote', { speed: REPLAY_SPEED })}
      caption={
        <>
          <Badge>{t('landing.sample')}</Badge>
          <TextLink to="/" hash="start">
            {t('landing.sampleOf', { track: race.trackName })}
          </TextLink>
        </>
      }
    >
      {children}
    </Replayed>
  )
}
