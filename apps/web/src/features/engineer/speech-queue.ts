import { CALL_RULES, type CallKind, type EngineerCall } from './engineer-call.ts'

interface Waiting {
  readonly call: EngineerCall
  readonly addedMs: number
}

interface SpeechQueueOptions {
  readonly now: () => number
  /** Resolves once the sentence has been spoken. */
  readonly speak: (call: EngineerCall) => Promise<void>
}

export interface SpeechQueue {
  readonly add: (calls: readonly EngineerCall[]) => void
  /** Forgets what waits. */
  readonly clear: () => void
}

/**
 * Speaks one sentence after the other, urgent ones first. A sentence that has waited too long is dropped, and so is one
 * of which a newer one waits.
 */
export function createSpeechQueue({ now, speak }: SpeechQueueOptions): SpeechQueue {
  let waiting: readonly Waiting[] = []
  let isSpeaking = false
  const addedMs = new Map<CallKind, number>()

  async function speakNext(): Promise<void> {
    if (isSpeaking) return
    isSpeaking = true
    for (let next = takeNext(); next !== null; next = takeNext()) await speak(next)
    isSpeaking = false
  }

  function takeNext(): EngineerCall | null {
    waiting = waiting.filter(({ call, addedMs: atMs }) => now() - atMs <= ruleOf(call).staleAfterMs)
    const next = waiting.find(({ call }) => ruleOf(call).isUrgent) ?? waiting[0]
    if (!next) return null
    waiting = waiting.filter((each) => each !== next)
    return next.call
  }

  return {
    add(calls) {
      for (const call of calls) {
        const { repeatAfterMs } = ruleOf(call)
        const lastMs = addedMs.get(call.kind)
        if (lastMs !== undefined && now() - lastMs < repeatAfterMs) continue
        addedMs.set(call.kind, now())
        const others = waiting.filter((each) => !isReplacedBy(each.call, call))
        waiting = [...others, { call, addedMs: now() }]
      }
      void speakNext()
    },
    clear() {
      waiting = []
    },
  }
}

function ruleOf({ kind }: EngineerCall) {
  return CALL_RULES[kind]
}

/** Only the newest of changing values is worth a sentence; each event is news. */
function isReplacedBy(call: EngineerCall, newer: EngineerCall): boolean {
  return call.kind === newer.kind && call.kind !== 'event' && call.kind !== 'rivalPits'
}
