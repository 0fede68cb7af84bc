import type { Log } from '../diagnostics/log.ts'
import type { Answer } from './fan-out.ts'

/** One server answers this, by subject. */
interface Answers {
  add(subject: string, answer: Answer): () => void
  /** Returns null without an answer, which the caller should learn at once. */
  find(subject: string, payload: Uint8Array, bytesMax: number): Promise<Uint8Array | null>
  subjects(): Iterable<string>
  clear(): void
}

export function createAnswers(
  log: Log,
  on: { first(subject: string): void; last(subject: string): void },
): Answers {
  const answers = new Map<string, Answer>()
  return {
    add(subject, answer) {
      const isFirst = !answers.has(subject)
      answers.set(subject, answer)
      if (isFirst) on.first(subject)
      return () => {
        if (answers.get(subject) !== answer) return
        answers.delete(subject)
        on.last(subject)
      }
    },
    async find(subject, payload, bytesMax) {
      const answer = answers.get(subject)
      if (!answer) return null
      try {
        const found = await answer(payload)
        if (found.length <= bytesMax) return found
        log.error({ subject, bytes: found.length }, 'an answer to another server is too large')
      } catch (error) {
        log.error({ err: error, subject }, 'a request of another server was not answered')
      }
      return null
    },
    subjects: () => answers.keys(),
    clear: () => answers.clear(),
  }
}
