import { createConditions } from '@pitboard/contract/testing/conditions'
import { createOutputWait } from './wait-for-output.ts'
import { createProgress } from '../progress.ts'
import { runRecorder, type Surroundings } from '../recorder.ts'

export interface HostedRecorder {
  /** It has opened these in the browser. */
  readonly opened: readonly string[]
  /** It wanted to end at once with these codes. */
  readonly exits: readonly number[]
  /** Does what Ctrl-C does. */
  interrupt(): void
  /** Passes on an error that nobody has caught. */
  fault(error: Error): void
  /** Resolves with the match once it has told it to its user. */
  waitForOutput(text: RegExp): Promise<RegExpExecArray>
  waitForExit(): Promise<{ code: number; stdout: string; stderr: string }>
}

/** Runs the recorder in this process, as `main.ts` runs it in its own: a test that needs no other process is done sooner. */
export function hostRecorder(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  given: Partial<Surroundings> = {},
): HostedRecorder {
  let stdout = ''
  let stderr = ''
  const opened: string[] = []
  const exits: number[] = []
  const interruptions: (() => void)[] = []
  const faults: ((error: Error) => void)[] = []
  const conditions = createConditions()
  function tell(text: string): void {
    stderr += text
    conditions.check()
  }
  const running = runRecorder(args, {
    env,
    installation: { kind: 'sources' },
    progress: createProgress({ write: tell }),
    async writeLine(text) {
      stdout += `${text}\n`
    },
    printDetails: (error) => tell(`${error instanceof Error ? error.stack : String(error)}\n`),
    onInterrupt: (listener) => interruptions.push(listener),
    onFault: (listener) => faults.push(listener),
    openBrowser: (address) => opened.push(address),
    exit: (code) => exits.push(code),
    ...given,
  }).finally(() => conditions.end(new Error('The recorder has ended')))
  running.catch(() => {})
  return {
    opened,
    exits,
    interrupt() {
      for (const listener of interruptions) listener()
    },
    fault(error) {
      for (const listener of faults) listener(error)
    },
    waitForOutput: createOutputWait(conditions, () => stderr),
    async waitForExit() {
      return { code: await running, stdout, stderr }
    },
  }
}
