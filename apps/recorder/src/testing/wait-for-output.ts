import type { Conditions } from '@pitboard/contract/testing/conditions'

/** Returns how a test waits until the recorder has told its user something. */
export function createOutputWait(conditions: Conditions, told: () => string) {
  return async (text: RegExp): Promise<RegExpExecArray> => {
    const failed = (cause?: unknown) =>
      new Error(`It never wrote ${text}, but: ${told()}`, { cause })
    await conditions
      .until(() => text.test(told()))
      .catch((cause: unknown) => {
        throw failed(cause)
      })
    const match = text.exec(told())
    if (match === null) throw failed()
    return match
  }
}
