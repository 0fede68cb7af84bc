import { ADJUSTMENT_KINDS, type AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import type { Text, PlainKey } from '../messages/create-text.ts'
import { formatChange, formatPoints } from './format-points.ts'

interface KindView {
  readonly label: PlainKey
  /** The organiser chooses this: a car of a session, or a name of the standings. */
  readonly subject: 'car' | 'driver' | 'team'
  readonly amount: {
    readonly field: 'seconds' | 'points' | 'places'
    readonly label: PlainKey
    readonly hint: PlainKey
    readonly initial: string
  } | null
  /** It returns a text such as "+5 s", "−3 points", "Disqualified". */
  readonly words: (amount: number, t: Text) => string
}

const POINTS = {
  amount: {
    field: 'points',
    label: 'organiser.pointsAdded',
    hint: 'organiser.negativeTakes',
    initial: '-1',
  },
  words: (points, t) =>
    t('season.pointsChanged', {
      points: (points < 0 ? '−' : '+') + formatPoints(Math.abs(points), t.locale),
    }),
} satisfies Partial<KindView>

/** The pages show each kind of adjustment and ask for it like this. */
export const KIND_VIEWS: Readonly<Record<AdjustmentKind, KindView>> = {
  timePenalty: {
    label: 'organiser.timePenalty',
    subject: 'car',
    amount: {
      field: 'seconds',
      label: 'organiser.secondsAdded',
      hint: 'organiser.negativeGives',
      initial: '5',
    },
    words: (seconds, t) => t('season.seconds', { seconds: formatChange(seconds, t.locale) }),
  },
  positions: {
    label: 'organiser.positionsLost',
    subject: 'car',
    amount: {
      field: 'places',
      label: 'organiser.placesLost',
      hint: 'organiser.placesHint',
      initial: '1',
    },
    words: (places, t) => t('season.placesLost', { count: places }),
  },
  disqualification: {
    label: 'organiser.disqualification',
    subject: 'car',
    amount: null,
    words: (_amount, t) => t('season.disqualified'),
  },
  points: { label: 'organiser.driverPoints', subject: 'driver', ...POINTS },
  teamPoints: { label: 'organiser.teamPoints', subject: 'team', ...POINTS },
}

/** Returns undefined for a kind that this version of the page does not know. */
export function findKindView(kind: unknown): KindView | undefined {
  const known = ADJUSTMENT_KINDS.find((each) => each === kind)
  return known && KIND_VIEWS[known]
}
