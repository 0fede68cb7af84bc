/** SQLSTATE classes that say what is wrong with the data: a database that is back changes nothing. */
const DATA_STATE = /^(22|23)[0-9A-Z]{3}$/

/**
 * Why this can't be stored however often it is tried, or null where it may work later. Names the
 * fault and its place, and none of the values: messages quote them.
 */
export function dataFaultOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && DATA_STATE.test(error.code)) {
    return error.code
  }
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return isOurs || error.name === 'ParseError' || error instanceof SyntaxError ? error.name : null
}
