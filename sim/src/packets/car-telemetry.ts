import { valueAt } from '../tracks/track.ts'
import { isOut, type Car } from '../world/car.ts'
import type { World } from '../world/world.ts'

const GEARS = 8
const TOP_SPEED_KMH = 335

export function carTelemetryOf(world: World) {
  const cars = world.cars.map((car) => carTelemetry(world, car))
  return { cars, mfdPanelIndex: 255, mfdPanelIndexSecondaryPlayer: 255, suggestedGear: 0 }
}

function carTelemetry(world: World, car: Car) {
  const speedKmh = Math.round(car.speed * 3.6)
  const share = Math.min(1, speedKmh / TOP_SPEED_KMH)
  const gear = speedKmh < 5 ? 1 : Math.min(GEARS, 1 + Math.floor(share * GEARS))
  const inGear = share * GEARS - (gear - 1)
  const engineRpm = Math.round(isOut(car) ? 0 : 6200 + 5600 * Math.max(0, Math.min(1, inGear)))
  const revLightsPercent = Math.max(0, Math.round((engineRpm - 9000) / 28))
  const curve = valueAt(world.track.curvature, car.progressM)
  const braking = car.acceleration < -1
  return {
    speedKmh,
    throttle: braking || isOut(car) ? 0 : Math.min(1, 0.45 + Math.max(0, car.acceleration) / 8),
    steer: Math.max(-1, Math.min(1, -curve * 28)),
    brake: braking ? Math.min(1, -car.acceleration / 35) : 0,
    gear,
    engineRpm,
    drs: world.drsEnabled && car.attacking && speedKmh > 250 && Math.abs(curve) < 0.001 ? 1 : 0,
    revLightsPercent: Math.min(100, revLightsPercent),
    revLightsBitValue: (1 << Math.round(Math.min(100, revLightsPercent) * 0.15)) - 1,
    brakesTemperature: wheels(braking ? 620 : 380),
    tyresSurfaceTemperature: wheels(Math.round(92 - 20 * world.wetness)),
    tyresInnerTemperature: wheels(Math.round(97 - 16 * world.wetness)),
    engineTemperature: 108,
    tyresPressure: [22.1, 22.1, 24.4, 24.4],
    surfaceType: wheels(0),
  }
}

function wheels(value: number): number[] {
  return [value, value, value, value]
}
