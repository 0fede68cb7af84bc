import { useEffect, useState } from 'react'
import { spokenText } from './call-sentence.ts'

/** A voice that says nothing for this long has ended without an event, as some browsers' do. */
const SILENT_MS = 4_000
const MS_PER_CHARACTER = 150

/** Lists the device's voices for a language. A voice that sends texts to a service is left out. */
export function deviceVoices(language: string): readonly SpeechSynthesisVoice[] {
  if (!('speechSynthesis' in window)) return []
  return speechSynthesis
    .getVoices()
    .filter(({ lang, localService }) => localService && languageOf(lang) === language)
}

/** Reads `en-GB` and Android's `en_GB`. */
function languageOf(tag: string): string {
  return tag.slice(0, 2).toLowerCase()
}

/** Browsers load their voices after the page. */
export function useDeviceVoices(language: string): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState(() => deviceVoices(language))
  useEffect(() => {
    const read = () => setVoices(deviceVoices(language))
    read()
    if (!('speechSynthesis' in window)) return undefined
    speechSynthesis.addEventListener('voiceschanged', read)
    return () => speechSynthesis.removeEventListener('voiceschanged', read)
  }, [language])
  return voices
}

/** Browsers speak only on pages that were pressed. */
export function maySpeak(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
}

/** Resolves when it has been spoken, was cancelled, or the voice does not answer. */
export function speakSentence(
  sentence: string,
  voice: SpeechSynthesisVoice,
  rate: number,
): Promise<void> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(spokenText(sentence))
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.rate = rate
    const limitMs = SILENT_MS + (sentence.length * MS_PER_CHARACTER) / rate
    const timer = setTimeout(() => {
      speechSynthesis.cancel()
      resolve()
    }, limitMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    speechSynthesis.speak(utterance)
  })
}
