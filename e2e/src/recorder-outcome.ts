import type { RunningRecorder } from '@pitboard/recorder/testing/run-recorder'

export interface Outcome {
  /** It has written this beside its result. */
  readonly stderr: string
  readonly sent: number
  readonly acknowledged: number | null
  readonly sessions: readonly {
    readonly id: string
    readonly sessionId: string
    readonly sessionUrl: string
    readonly liveUrl: string
  }[]
}

/** Returns what `--json` ends with. Throws where the recorder did not end well. */
export async function outcomeOf(recorder: RunningRecorder): Promise<Outcome> {
  const { code, stdout, stderr } = await recorder.waitForExit()
  if (code !== 0) throw new Error(`The recorder ended with ${code}:\n${stderr}`)
  const lines = stdout.trimEnd().split('\n')
  if (lines.length !== 1) throw new Error(`Not one line of JSON:\n${stdout}`)
  // It is read as any program would read it.
  const outcome: Omit<Outcome, 'stderr'> = JSON.parse(stdout)
  return { ...outcome, stderr }
}
