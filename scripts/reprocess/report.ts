import type { FieldChange } from '@pitboard/server/racing/sessions/store/session-document'
import type { Outcome } from '@pitboard/server/racing/sessions/reprocess/reprocess'

const VALUE_CHARACTERS_MAX = 60

interface Report {
  add(id: string, outcome: Outcome): void
  end(): void
  /** Returns how many could not be derived or were left unchanged because they would lose data. */
  failed(): number
}

/** Prints the outcome of each session, and of all at the end. */
export function createReport(
  print: (line: string) => void,
  { dryRun, changesShown }: { readonly dryRun: boolean; readonly changesShown: number },
): Report {
  const counts = { changed: 0, unchanged: 0, noCapture: 0, refused: 0, failed: 0, gone: 0 }

  function list(changes: readonly FieldChange[]): void {
    for (const { path, before, after } of changes.slice(0, changesShown)) {
      print(`  ${path}: ${shown(before)} → ${shown(after)}`)
    }
    const more = changes.length - changesShown
    if (more > 0) print(`  … and ${more} more`)
  }

  return {
    add(id, outcome) {
      counts[outcome.kind]++
      if (outcome.kind === 'changed') {
        print(`${id} ${dryRun ? 'would change' : 'changed'}: ${outcome.changes.length} fields`)
        list(outcome.changes)
      } else if (outcome.kind === 'refused') {
        print(`${id} stays as it is: ${outcome.reason}`)
        list(outcome.changes)
      } else if (outcome.kind === 'failed') {
        const { error } = outcome
        print(`${id} failed: ${error instanceof Error ? error.message : String(error)}`)
      } else if (outcome.kind === 'noCapture') {
        print(`${id} stays as it is: it has no capture`)
      } else if (outcome.kind === 'gone') {
        print(`${id} is no recorded session`)
      }
    },
    end() {
      const { changed, unchanged, noCapture, refused, failed, gone } = counts
      print(
        `${changed} ${dryRun ? 'would change' : 'changed'}, ${unchanged} unchanged, ` +
          `${noCapture} without a capture, ${refused} kept, ${failed + gone} failed`,
      )
    },
    failed: () => counts.failed + counts.refused + counts.gone,
  }
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text
}
