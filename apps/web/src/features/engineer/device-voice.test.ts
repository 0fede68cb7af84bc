import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setGlobals } from '../../testing/set-globals.ts'
import { deviceVoices, maySpeak, speakSentence } from './device-voice.ts'

function aVoice(lang: string, localService = true): SpeechSynthesisVoice {
  return { lang, localService, default: false, name: lang, voiceURI: lang }
}

class Utterance extends EventTarget {
  readonly text: string
  voice: SpeechSynthesisVoice | null = null
  lang = ''
  rate = 1
  constructor(text: string) {
    super()
    this.text = text
  }
}

/** Makes a device with voices, whose sentences end when the test says so. */
function aDevice(t: TestContext, voices: readonly SpeechSynthesisVoice[]) {
  const spoken: Utterance[] = []
  let cancelled = 0
  const speechSynthesis = {
    getVoices: () => voices,
    speak: (utterance: Utterance) => void spoken.push(utterance),
    cancel: () => void cancelled++,
  }
  setGlobals(t, {
    window: { speechSynthesis },
    speechSynthesis,
    SpeechSynthesisUtterance: Utterance,
  })
  return { spoken, cancelled: () => cancelled }
}

test('the voices of a language are those of the device, however it writes the language', (t) => {
  const voices = [aVoice('en-GB'), aVoice('en_US'), aVoice('EN'), aVoice('de-DE')]
  aDevice(t, [...voices, aVoice('en-AU', false)])
  assert.deepEqual(deviceVoices('en'), voices.slice(0, 3))
  assert.deepEqual(deviceVoices('de'), voices.slice(3))
  assert.deepEqual(deviceVoices('fr'), [])
})

test('a browser without speech has no voices', (t) => {
  setGlobals(t, { window: {} })
  assert.deepEqual(deviceVoices('en'), [])
})

test('browsers speak on pages that were pressed; one that does not say so may speak', (t) => {
  const device: { userActivation?: { hasBeenActive: boolean } } = {}
  setGlobals(t, { navigator: device })
  assert.equal(maySpeak(), true)
  for (const hasBeenActive of [true, false]) {
    device.userActivation = { hasBeenActive }
    assert.equal(maySpeak(), hasBeenActive)
  }
})

for (const end of ['end', 'error'] as const) {
  test(`a sentence is over with the event "${end}" of its voice`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const voice = aVoice('en-GB')
    const { spoken, cancelled } = aDevice(t, [voice])
    const speaking = speakSentence('1:30.650.', voice, 1.5)
    const [utterance] = spoken
    assert.ok(utterance)
    const { text, lang, rate } = utterance
    assert.deepEqual([text, lang, rate], ['1 30.650.', 'en-GB', 1.5])
    assert.equal(utterance.voice, voice)
    utterance.dispatchEvent(new Event(end))
    await speaking
    t.mock.timers.tick(60_000)
    assert.equal(cancelled(), 0)
  })
}

test('a voice that does not answer is cancelled after the time that its sentence needs', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { cancelled } = aDevice(t, [])
  let isOver = false
  const speaking = speakSentence('Ten words.', aVoice('en-GB'), 2).then(() => (isOver = true))
  // The speech takes four seconds, and 150 ms for each of ten characters at twice the speed.
  t.mock.timers.tick(4_749)
  await Promise.resolve()
  assert.deepEqual([isOver, cancelled()], [false, 0])
  t.mock.timers.tick(1)
  await speaking
  assert.deepEqual([isOver, cancelled()], [true, 1])
})
