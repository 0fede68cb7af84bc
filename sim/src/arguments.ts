import { FORMATS } from '@pitboard/telemetry/formats/registry'
import { parseArgs } from 'node:util'
import { setupOf, type RaceOptions } from './setup/setup.ts'

interface Arguments {
  readonly race: RaceOptions
  readonly drive: {
    readonly host: string
    readonly port: number
    readonly speed: number | 'max'
    readonly loss: number
  }
  readonly loop: boolean
}

export const USAGE = `Drives a race of the simulated game and sends its telemetry over UDP.

  --host 127.0.0.1   where to
  --port 20777
  --speed 1          times real time, or max
  --seed 7           the same seed gives the same race
  --field 1          the same drivers in the same cars for every seed
  --cars 20          2 to as many as the format has room for (22 or 24)
  --laps 10          1 to 99
  --track 7          7 Silverstone, 10 Spa, 11 Monza, 22 a short loop, 26 Zandvoort
  --format 2025      ${FORMATS[0]} to ${FORMATS.at(-1)}
  --rate 60          10, 20, 30 or 60 Hz
  --hidden 0         how many humans restrict their telemetry
  --loss 0           share of the datagrams that get lost, 0 to 1
  --loop             goes on with the next seed

Awkward sessions instead of a race: node sim/src/main.ts scenario --help`

const DEFAULTS = { host: '127.0.0.1', port: 20_777, seed: 7, laps: 10, track: 7 }

/** Parses the command line; returns a message if it is not valid. */
export function readArguments(args: readonly string[]): Arguments | string {
  try {
    return parse(args)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function parse(args: readonly string[]): Arguments {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: text,
      port: text,
      speed: text,
      seed: text,
      field: text,
      cars: text,
      laps: text,
      track: text,
      format: text,
      rate: text,
      hidden: text,
      loss: text,
      loop: { type: 'boolean' },
    },
  })
  const race: RaceOptions = {
    seed: number('seed', values.seed, DEFAULTS.seed),
    ...(values.field === undefined ? {} : { fieldSeed: number('field', values.field, 0) }),
    cars: number('cars', values.cars, 20),
    laps: number('laps', values.laps, DEFAULTS.laps),
    trackId: number('track', values.track, DEFAULTS.track),
    format: oneOf('format', FORMATS, number('format', values.format, 2025)),
    rateHz: oneOf('rate', [10, 20, 30, 60], number('rate', values.rate, 60)),
    hidden: number('hidden', values.hidden, 0),
  }
  setupOf(race)
  const speed = values.speed === 'max' ? 'max' : number('speed', values.speed, 1)
  if (speed === 0) throw new RangeError('--speed 0: the race would never end')
  return {
    race,
    drive: {
      host: values.host ?? DEFAULTS.host,
      port: number('port', values.port, DEFAULTS.port),
      speed,
      loss: number('loss', values.loss, 0),
    },
    loop: values.loop ?? false,
  }
}

/** Returns the allowed value. Throws a RangeError for any other value. */
export function oneOf<const T extends number | string>(
  name: string,
  allowed: readonly T[],
  value: number | string,
): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new RangeError(`--${name} ${value}: one of ${allowed.join(', ')}`)
  return found
}

/** Parses a number of the command line. Throws a RangeError if it is not valid. */
export function number(name: string, given: string | undefined, usual: number): number {
  const value = given === undefined ? usual : Number(given)
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`--${name} ${given}: not a number`)
  return value
}
