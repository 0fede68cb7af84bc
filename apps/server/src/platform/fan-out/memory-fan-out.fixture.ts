import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type Answer,
  createLoneFanOut,
  type FanOut,
  type FanOutMessage,
  NoAnswer,
} from './fan-out.ts'

/** Carries messages between servers of one process, one after the other. */
export interface MemoryCarrier {
  join(): FanOut
  /** The connections of all servers are interrupted, or are there again. */
  setConnected(isConnected: boolean): void
  /** Messages on this subject are lost, as long as it is not null. */
  lose(subject: string | null): void
  requests(): number
}

interface Member {
  readonly listeners: Map<string, Set<(message: FanOutMessage) => void>>
  readonly answers: Map<string, Answer>
  readonly resumes: Set<() => void>
}

export function createMemoryCarrier(): MemoryCarrier {
  const members = new Set<Member>()
  let isConnected = true
  let lost: string | null = null
  let requests = 0

  function join(): FanOut {
    const own: Member = { listeners: new Map(), answers: new Map(), resumes: new Set() }
    members.add(own)
    const others = () => [...members].filter((member) => member !== own)
    return {
      ...createLoneFanOut(),
      publish(subject, payload) {
        if (!isConnected || subject === lost) return
        const sent = Buffer.from(payload)
        setImmediate(() => {
          const wildcard = `${subject.slice(0, subject.lastIndexOf('.') + 1)}*`
          for (const { listeners } of others()) {
            for (const pattern of [subject, wildcard]) {
              for (const listener of listeners.get(pattern) ?? [])
                listener({ subject, payload: sent })
            }
          }
        })
      },
      subscribe(subject, onMessage) {
        const listeners = own.listeners.get(subject) ?? new Set()
        own.listeners.set(subject, listeners.add(onMessage))
        return () => listeners.delete(onMessage)
      },
      async request(subject, payload) {
        requests++
        await yieldToEventLoop()
        const answer = others()
          .find(({ answers }) => answers.has(subject))
          ?.answers.get(subject)
        if (!answer || !isConnected) throw new NoAnswer(subject)
        return answer(payload)
      },
      respond(subject, answer) {
        own.answers.set(subject, answer)
        return () => {
          if (own.answers.get(subject) === answer) own.answers.delete(subject)
        }
      },
      onResume(listener) {
        own.resumes.add(listener)
        return () => own.resumes.delete(listener)
      },
    }
  }

  return {
    join,
    setConnected(connected) {
      isConnected = connected
      if (!connected) return
      for (const { resumes } of members) for (const listener of resumes) listener()
    },
    lose(subject) {
      lost = subject
    },
    requests: () => requests,
  }
}
