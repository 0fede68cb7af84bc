import type { LiveSession } from '@pitboard/contract/live/live'
import { useEffect, useEffectEvent, useRef } from 'react'
import { getActiveLanguage } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { liveSeason } from '../live/live-season.ts'
import { useTrackPitLoss } from '../outlook/use-track-pit-loss.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useLiveStore } from '../race/use-live.ts'
import { sentenceOf } from './call-sentence.ts'
import { deviceVoices, maySpeak, speakSentence } from './device-voice.ts'
import { type EngineerCall, topicOf } from './engineer-call.ts'
import { callsBetween, type EngineerMoment } from './engineer-calls.ts'
import { getEngineerChoice } from './engineer-choice.ts'
import { addReport, engineerReports } from './engineer-reports.ts'
import { createSpeechQueue } from './speech-queue.ts'

/** Reports what happens to the chosen driver, as long as it is mounted. */
export function EngineerVoice() {
  const t = useText()
  const store = useLiveStore()
  const { driverIdx: followedIdx } = useDriverFocus()
  const trackPitLoss = useTrackPitLoss()
  const last = useRef<{ readonly moment: EngineerMoment; readonly jumps: number } | null>(null)

  const follow = useEffectEvent((): readonly EngineerCall[] => {
    const { session, jumps } = store.view()
    const before = last.current
    if (session === before?.moment.session) return []
    const moment = session && { session, points: liveSeason.get()?.points ?? null, trackPitLoss }
    last.current = moment && { moment, jumps }
    const { gapsEvery, topics, isSilentInBackground } = getEngineerChoice()
    const driverIdx = moment && subjectOf(moment.session, followedIdx)
    const isMuted = isSilentInBackground && document.visibilityState === 'hidden'
    if (!moment || !before || before.jumps !== jumps || driverIdx === null || isMuted) return []
    const calls = callsBetween(before.moment, moment, { driverIdx, gapsEvery })
    return calls.filter((call) => topics.includes(topicOf(call)))
  })

  const report = useEffectEvent(async (call: EngineerCall) => {
    const sentence = sentenceOf(call, t)
    const { rate, voiceUri } = getEngineerChoice()
    const voices = deviceVoices(getActiveLanguage().language)
    const voice = voices.find(({ voiceURI }) => voiceURI === voiceUri) ?? voices[0]
    const isSpoken = voice !== undefined && maySpeak()
    addReport(sentence, isSpoken)
    if (isSpoken) await speakSentence(sentence, voice, rate)
  })

  useEffect(() => {
    const queue = createSpeechQueue({
      now: () => performance.now(),
      speak: (call) => report(call),
    })
    const unsubscribe = store.subscribe(() => {
      const calls = follow()
      if (calls.length > 0) queue.add(calls)
    })
    return () => {
      unsubscribe()
      queue.clear()
      engineerReports.set([])
      if ('speechSynthesis' in window) speechSynthesis.cancel()
    }
  }, [store])
  return null
}

/** Returns the chosen driver if they drive in this session, else the followed one. */
function subjectOf({ drivers }: LiveSession, followedIdx: number | null): number | null {
  const { driverName } = getEngineerChoice()
  if (driverName === null) return followedIdx
  return drivers.find(({ name }) => name === driverName)?.driverIdx ?? followedIdx
}
