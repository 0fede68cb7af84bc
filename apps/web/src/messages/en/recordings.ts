import type { Area } from '../message.ts'

export const recordings = {
  title: 'Your sessions',
  track: 'Track',
  allTracks: 'All tracks',
  type: 'Session',
  allTypes: 'All sessions',
  found: { one: '{count} session', other: '{count} sessions' },
  chosen: { one: '{count} chosen', other: '{count} chosen' },
  choose: 'Choose {name}',
  delete: 'Delete',
  keep: 'Keep',
  deleteAsk: { one: 'Delete {count} session?', other: 'Delete {count} sessions?' },
  deleteWhat:
    'What the recorder sent of it goes too. Nothing of it can be brought back. A session that a season counts stays.',
  used: 'A season counts it.',
  none: 'No sessions here',
  noneWhy: 'What your recorder sends stands here once the session has ended.',
} as const satisfies Area
