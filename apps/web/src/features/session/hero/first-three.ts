import { itemAt } from '@pitboard/contract/wire/item-at'
import { placeOf, resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../../messages/create-text.ts'
import { driverCodes } from '../../../timing/driver-codes.ts'
import { abnormalResult } from '../../../timing/names.ts'
import type { Finisher } from '../../../timing/podium.tsx'
import { timeOrGap } from '../classification.ts'
import { nameOf } from './outcome-text.ts'

/** Returns the first three with their times and gaps: who finished a race, or has a lap time. */
export function firstThree(session: SessionDetail, t: Text): Finisher[] {
  const order = resultOrder(session)
  const [winner] = order
  if (!winner) return []
  const codes = driverCodes(order)
  const isRace = isRaceType(session.sessionType)
  return order.slice(0, 3).flatMap((driver, index): Finisher[] => {
    const position = placeOf(driver)
    const counts = isRace ? !abnormalResult(driver.resultStatus) : driver.bestLapTimeMs !== null
    if (!counts || (position !== 1 && position !== 2 && position !== 3)) return []
    return [
      {
        position,
        name: nameOf(driver),
        code: itemAt(codes, index),
        teamColour: driver.teamColour,
        detail: timeOrGap(driver, winner, session, t),
      },
    ]
  })
}
