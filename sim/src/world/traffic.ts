import { type Car, currentStint, isOut, isRacing, isStuck, tyreAgeLaps } from './car.ts'
import { sessionMs, STEPS_PER_SECOND, type World } from './world.ts'
import { gripOf } from '../plan/compounds.ts'

const CAR_LENGTH = 5.4
const SIGHT_M = 90
const CLEAR_M = 11
const ATTACK_MS = 13_000
const PAUSE_MS = 7000

/** Returns how fast a car may go behind the cars in front; Infinity on a free track. */
export function followingSpeed(
  world: World,
  car: Car,
  running: readonly Car[],
  rank: number,
  profile: number,
): number {
  for (let ahead = rank - 1; ahead >= 0; ahead--) {
    const other = running[ahead]
    if (other === undefined) break
    const gap = other.progressM - car.progressM
    if (gap > SIGHT_M) break
    if (other === car.attacking || !isInTheWay(car, other)) continue
    const wanted = 2.2 + (isNeutralised(world) ? 0.18 : 0.27) * car.speed
    const speed = other.speed + 0.9 * (gap - CAR_LENGTH - wanted)
    const least = gap < CAR_LENGTH ? 0.85 * other.speed : other.speed
    return Math.max(speed, Math.min(0.7 * profile, least))
  }
  return Infinity
}

function isInTheWay(car: Car, other: Car): boolean {
  if (other.pit !== 'none' || isOut(other) || isStuck(other)) return false
  if (other.rejoining && !car.rejoining) return false
  return isRacing(other) || !isRacing(car)
}

function isNeutralised(world: World): boolean {
  return world.safetyCar.phase !== 'none'
}

/** Starts and ends attempts to overtake; `running` is in the order of progress. */
export function decideAttacks(world: World, running: readonly Car[]): void {
  const now = sessionMs(world.step)
  running.forEach((car, rank) => {
    const target = car.attacking
    if (target) {
      const passed = car.progressM > target.progressM + CLEAR_M
      const over = now > car.attackEndsMs || isNeutralised(world) || target.pit !== 'none'
      if (!passed && !over && isRacing(target) && car.pit === 'none') return
      car.attacking = null
      car.noAttackUntilMs = now + PAUSE_MS
      if (passed) target.noAttackUntilMs = now + PAUSE_MS
      return
    }
    const ahead = running[rank - 1]
    if (ahead === undefined || !mayAttack(world, car, ahead, now)) return
    const chance = car.lapNum === 1 ? 0.16 : 0.05 + 14 * (paceOf(world, car) - paceOf(world, ahead))
    if (world.random.next() > chance / 6) return
    car.attacking = ahead
    car.attackEndsMs = now + ATTACK_MS
  })
}

function mayAttack(world: World, car: Car, ahead: Car, now: number): boolean {
  if (world.step % (STEPS_PER_SECOND / 6) !== 0 || now < car.noAttackUntilMs) return false
  if (isNeutralised(world) || !isRacing(car) || !isRacing(ahead)) return false
  if (car.pit !== 'none' || ahead.pit !== 'none' || ahead.attacking === car) return false
  return ahead.progressM - car.progressM < CAR_LENGTH + 6 + 0.36 * car.speed
}

const FUEL_PER_LAP = 0.0003
const SLOW_SHARE = 0.54

/** Share of the profile's speed that car, driver, tyres, fuel and weather allow. */
export function paceOf(world: World, car: Car): number {
  const { compound } = currentStint(car)
  const wear = compound.wear * tyreAgeLaps(car)
  const share = world.plan.slow.includes(car.index) ? SLOW_SHARE : 1
  const fuel = FUEL_PER_LAP * Math.min(20, world.setup.laps - car.lapNum)
  return share * car.entry.skill * car.form * (gripOf(compound, world.wetness) - wear - fuel)
}
