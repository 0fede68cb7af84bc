/** The words say what stewards have imposed on a car. */
export const penaltyWords = {
  noAction: 'No further action',
  warned: 'warning',
  reprimanded: 'reprimand',
  seconds: '+{seconds} s',
  places: { one: '−{count} position', other: '−{count} positions' },
  pointsLost: { one: '−{count} point', other: '−{count} points' },
  disqualified: 'disqualified',
  licence: { one: '{count} licence point', other: '{count} licence points' },
  grid: {
    one: '{count}-place grid penalty at the next event',
    other: '{count}-place grid penalty at the next event',
  },
  suspended: {
    one: '{penalty}, suspended for {count} event',
    other: '{penalty}, suspended for {count} events',
  },
  activated: '{penalty}, was suspended and takes effect',
  raceBanned: { one: 'banned from the next race', other: 'banned from the next {count} races' },
  qualifyingBanned: {
    one: 'banned from the next qualifying',
    other: 'banned from the next {count} qualifying sessions',
  },
} as const
