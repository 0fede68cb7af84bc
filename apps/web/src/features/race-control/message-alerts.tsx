import { useEffect, useRef } from 'react'
import { useLive, useLiveStore } from '../race/use-live.ts'
import { useAlertChoice } from './alert-choice.ts'
import { latestOfficial } from './session-feed.ts'
import { useEventText } from './use-event-text.ts'

/** Announces new messages of race control by sound and notification, as chosen on this device. */
export function MessageAlerts() {
  const { view } = useLiveStore()
  const { sound, notification } = useAlertChoice()
  const event = useLive((session) => latestOfficial(session.events))
  const describe = useEventText()
  // Messages from before the page was opened, and those that a rewind shows again, are no news.
  const newestSeq = useRef<number | null>(null)
  useEffect(() => {
    const seq = event?.seq ?? 0
    const isNews = newestSeq.current !== null && seq > newestSeq.current
    newestSeq.current = Math.max(seq, newestSeq.current ?? 0)
    if (!isNews || !event) return
    if (sound) playTone()
    const { session } = view()
    if (notification && session) notify(session.trackName, describe(event))
  })
  return null
}

function notify(title: string, body: string): void {
  try {
    // One after the other replaces the one before it.
    void new Notification(title, { body, tag: 'race-control' })
  } catch {
    // Some phones allow notifications to service workers alone.
  }
}

const TONE_SECONDS = 0.18
const TONE_HERTZ = 880
const LOUDNESS = 0.12

/** Plays a short tone; a browser that wants a gesture first stays silent. */
function playTone(): void {
  const audio = new AudioContext()
  const tone = new OscillatorNode(audio, { frequency: TONE_HERTZ })
  const volume = new GainNode(audio, { gain: LOUDNESS })
  tone.connect(volume).connect(audio.destination)
  tone.addEventListener('ended', () => void audio.close())
  tone.start()
  tone.stop(audio.currentTime + TONE_SECONDS)
}
