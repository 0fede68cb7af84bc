import './race-moments.css'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { useState } from 'react'
import { useJumps } from '../race/use-flash.ts'
import { useLive } from '../race/use-live.ts'
import { latestMoment } from './race-moment.ts'

/**
 * Shows lights out, a fastest lap and the chequered flag for a moment to who watches when they happen; never when the
 * page appears or its clock jumps. The words are those of race control: a screen reader has them already.
 */
export function RaceMoments() {
  const moment = useLive(latestMoment)
  const jumps = useJumps()
  const [known, setKnown] = useState({ seq: moment?.seq ?? 0, jumps })
  const [shown, setShown] = useState<SessionEvent | null>(null)
  const seq = moment?.seq ?? 0
  if (known.seq !== seq || known.jumps !== jumps) {
    setKnown({ seq, jumps })
    // A flashback takes events back: the one before did not just happen.
    setShown(known.jumps === jumps && seq > known.seq ? moment : null)
  }
  if (!shown) return null
  return (
    <span
      key={shown.seq}
      aria-hidden="true"
      className="race-moment"
      data-moment={shown.kind}
      onAnimationEnd={() => setShown(null)}
    />
  )
}
