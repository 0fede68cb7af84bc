import { FORMATS, carSlotsOf } from '@pitboard/telemetry/formats/registry'
import { parseArgs } from 'node:util'
import { number, oneOf } from './arguments.ts'
import { driveRace } from './drive.ts'
import { sessionKinds, situations } from './setup/situations.ts'
import { completeSituations, describeScenario, drawScenario } from './scenario/draw.ts'
import { type ScenarioOptions } from './scenario/options.ts'
import { findFaults, liveMomentsOf, record } from './scenario/record.ts'
import { createScenario, type Scenario } from './scenario/scenario.ts'

const USAGE = `Drives awkward sessions drawn from a seed, records them and reports errors of the recording.

  --seed 1           which scenario
  --count 1          how many, from that seed on
  --situations a,b   these instead of those drawn; with "help" lists them
  --kind race        one session of this kind instead of those drawn
  --format 2025      ${FORMATS[0]} to ${FORMATS.at(-1)}
  --rate 20          10, 20, 30 or 60 Hz
  --cars 6  --laps 3
  --port 20777       sends it over UDP instead, to --host 127.0.0.1 at --speed 1 (or max)`

const text = { type: 'string' } as const
const options = {
  seed: text,
  count: text,
  situations: text,
  kind: text,
  format: text,
  rate: text,
  cars: text,
  laps: text,
  port: text,
  host: text,
  speed: text,
  help: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parse>

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values
}

/** `scenario` on the command line; gives the exit code: 1 where a recording is wrong. */
export async function scenarioCommand(args: readonly string[]): Promise<number> {
  try {
    return await run(parse(args))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return 2
  }
}

async function run(values: Values): Promise<number> {
  if (values.help || values.situations === 'help') {
    console.log(
      `${USAGE}\n\nSituations: ${situations.join(', ')}\nKinds: ${sessionKinds.join(', ')}`,
    )
    return 0
  }
  const first = number('seed', values.seed, 1)
  let wrong = 0
  for (let seed = first; seed < first + number('count', values.count, 1); seed++) {
    const scenario = createScenario(chosen(values, drawScenario(seed)))
    if (values.port !== undefined) await send(scenario, values)
    else if (!isRight(scenario, values.count === undefined)) wrong++
  }
  return wrong > 0 ? 1 : 0
}

function chosen(values: Values, drawn: ScenarioOptions): ScenarioOptions {
  const format = oneOf('format', FORMATS, number('format', values.format, drawn.format))
  const kinds = values.kind ? [oneOf('kind', sessionKinds, values.kind)] : drawn.kinds
  const wanted = values.situations?.split(',').filter((one) => one !== '')
  const isRace = kinds.some((kind) => kind === 'race' || kind === 'sprint')
  return {
    ...drawn,
    kinds,
    format,
    rateHz: oneOf('rate', [10, 20, 30, 60], number('rate', values.rate, drawn.rateHz)),
    cars: Math.min(number('cars', values.cars, drawn.cars), carSlotsOf(format)),
    laps: number('laps', values.laps, drawn.laps),
    situations: wanted
      ? completeSituations(
          wanted.map((one) => oneOf('situations', situations, one)),
          isRace,
        )
      : drawn.situations,
    lean: values.port === undefined,
  }
}

async function send(
  scenario: Scenario,
  { port, host = '127.0.0.1', speed }: Values,
): Promise<void> {
  console.log(`Sending ${describeScenario(scenario.options)}`)
  const { sent } = await driveRace(scenario, {
    host,
    port: number('port', port, 20_777),
    speed: speed === 'max' ? 'max' : number('speed', speed, 1),
  })
  console.log(`${sent} datagrams sent.`)
}

function isRight(scenario: Scenario, isVerbose: boolean): boolean {
  const wrong = findFaults(scenario, record(scenario.datagrams(), liveMomentsOf(scenario)))
  if (isVerbose || wrong.length > 0) console.log(describeScenario(scenario.options))
  for (const fault of wrong) console.log(`  ${fault}`)
  if (!isVerbose) return wrong.length === 0
  for (const { uids, unknowable } of scenario.sessions) {
    console.log(`  session ${uids.join(' = ')}; unknowable: ${unknowable.join(', ') || 'nothing'}`)
  }
  console.log(wrong.length === 0 ? '  recorded as it was' : `  ${wrong.length} differences`)
  return wrong.length === 0
}
