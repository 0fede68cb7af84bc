import { Uuid } from '@pitboard/contract/wire/schema'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Value } from 'typebox/value'
import { errorText, Failure } from './failure.ts'
import type { Target } from './stream/lease.ts'

export const usage = `Usage:
  recorder             open the recorder's page in the browser
  recorder record      the same without a page: listen, store everything, relay it live
  recorder replay FILE send a capture as if it were being driven now
  recorder send FILE   send a capture with its own times, as fast as the server takes it

record, replay, send (nothing of it is needed once the recorder is paired):
  --server URL         Pitboard's address            (or PITBOARD_SERVER)
  --user ID            your user id                  (or PITBOARD_USER)
  --key KEY            one of your recorder keys     (or PITBOARD_KEY)
  --json               end with one line of JSON on stdout

without a command, or app:
  --no-browser         app only: print the page's address and open nothing
  --background         app only: go on without this terminal, until "Quit" on the page

  --help, --version
  --notices            print the licences of the software that the recorder contains

record:
  --listen PORT        UDP port of the game's telemetry, default 20777; with app it is stored
  --host ADDRESS       address to listen on, default 0.0.0.0
  --forward HOST:PORT  pass every datagram on; may be repeated
  --spool DIR          folder for the captures, default ~/.pitboard/spool
  --disk-limit GB      remove the oldest captures the server has above it; default 5, or none
  --udp                relay over UDP: no acknowledgements, losses stay lost

replay:
  --speed N|max        times real time, default 1
  --udp                as above

FILE is a .pcap, .pcapng or .f1pcap, a .dat of Racing League Tools or a dump of datagrams with
their lengths (plain, gzip or zstd), whatever it is called.`

export interface Address {
  readonly host: string
  readonly port: number
}

/** A recorder without a key can be paired there. */
interface Unpaired {
  readonly unpairedServer: string
}

interface Common {
  readonly target: Target
  readonly json: boolean
}

export interface RecordArguments extends Common {
  readonly command: 'record'
  readonly listen: Address
  readonly forward: readonly Address[]
  readonly spool: string
  readonly udp: boolean
  /** Infinity stands for none. */
  readonly diskLimitBytes: number
  /** Continues, also before the first datagram, when the server refuses the stream. */
  readonly continuesWhenRefused: boolean
}

/** These arguments are for recording once the recorder is paired. */
export type UnpairedArguments = Omit<RecordArguments, 'command' | 'target'> &
  Unpaired & { readonly command: 'pairAndRecord' }

export interface AppArguments {
  readonly command: 'app'
  readonly openBrowser: boolean
  /** Null stands for the stored one. */
  readonly listenPort: number | null
  /** Another process runs it, without this terminal. */
  readonly inBackground: boolean
}

export interface FileArguments extends Common {
  readonly command: 'replay' | 'send'
  readonly file: string
  /** Infinity stands for as fast as the server takes it. */
  readonly speed: number
  readonly udp: boolean
}

type Arguments =
  | RecordArguments
  | UnpairedArguments
  | FileArguments
  | AppArguments
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'notices' }

const options = {
  server: { type: 'string' },
  user: { type: 'string' },
  key: { type: 'string' },
  listen: { type: 'string' },
  host: { type: 'string' },
  forward: { type: 'string', multiple: true },
  spool: { type: 'string' },
  'disk-limit': { type: 'string' },
  'no-browser': { type: 'boolean' },
  background: { type: 'boolean' },
  speed: { type: 'string' },
  udp: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  notices: { type: 'boolean' },
} as const

export const GIGABYTE = 1e9
export const DISK_LIMIT_GB = 5

const seeHelp = 'See --help.'
const onlyFor: Readonly<Record<string, readonly string[]>> = {
  listen: ['record', 'app'],
  host: ['record'],
  forward: ['record'],
  spool: ['record'],
  'disk-limit': ['record'],
  'no-browser': ['app'],
  background: ['app'],
  speed: ['replay'],
  udp: ['record', 'replay'],
}

/**
 * Reads the command line and the environment; throws a `Failure` that names the mistake. `readPaired`
 * reads where the recorder was paired with, if it was, and `knownServer` where it came from.
 */
export function readArguments(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  readPaired: () => Target | null,
  knownServer: () => string | null = () => null,
): Arguments {
  const { values, positionals } = parse(argv)
  const [command, ...files] = positionals
  if (values.help === true) return { command: 'help' }
  if (values.version === true) return { command: 'version' }
  if (values.notices === true) return { command: 'notices' }
  if (command === undefined && argv.length === 0) {
    return { command: 'app', openBrowser: true, listenPort: null, inBackground: false }
  }
  if (command !== 'record' && command !== 'replay' && command !== 'send' && command !== 'app') {
    throw new Failure(command === undefined ? 'No command given' : `No command ${command}`, usage)
  }
  for (const name of Object.keys(values)) {
    const commands = onlyFor[name]
    if (commands !== undefined && !commands.includes(command)) {
      throw new Failure(
        `--${name} does not go with ${command}`,
        `It is for ${commands.join(', ')}.`,
      )
    }
  }
  if (command === 'app') {
    if (files.length > 0) throw new Failure(`app takes no file (${files[0]})`, seeHelp)
    const listenPort = values.listen === undefined ? null : readPort(values.listen)
    const openBrowser = values['no-browser'] !== true
    return { command, openBrowser, listenPort, inBackground: values.background === true }
  }
  const unpairedServer =
    command === 'record' ? findUnpaired(values, env, readPaired, knownServer) : null
  const modes = { json: values.json === true, udp: values.udp === true }
  const readCommon = () => ({ ...modes, target: readTarget(values, env, readPaired) })
  if (command === 'record') {
    if (files.length > 0) throw new Failure(`record takes no file (${files[0]})`, seeHelp)
    const listen = { host: values.host ?? '0.0.0.0', port: readPort(values.listen ?? '20777') }
    const spool = resolve(values.spool ?? defaultSpool())
    const diskLimitBytes = readDiskLimit(values['disk-limit'] ?? `${DISK_LIMIT_GB}`)
    const forward = (values.forward ?? []).map(readAddress)
    const recorded = { listen, spool, forward, diskLimitBytes, continuesWhenRefused: false }
    if (unpairedServer !== null) {
      return { ...modes, ...recorded, command: 'pairAndRecord', unpairedServer }
    }
    return { ...readCommon(), ...recorded, command }
  }
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new Failure(`${command} takes one file`, `For example: ${command} race.pcap`)
  }
  const speed = command === 'send' ? Infinity : readSpeed(values.speed ?? '1')
  return { ...readCommon(), command, file: resolve(startFolder(env), file), speed }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new Failure(errorText(error).split('. ')[0] ?? 'The options are wrong', seeHelp)
  }
}

interface GivenTarget {
  readonly server?: string
  readonly user?: string
  readonly key?: string
}

/**
 * Returns the server with which a recorder without user and key can be paired; null where it is, or no server is known.
 */
function findUnpaired(
  values: GivenTarget,
  env: NodeJS.ProcessEnv,
  readPaired: () => Target | null,
  knownServer: () => string | null,
): string | null {
  const given = [values.user, env['PITBOARD_USER'], values.key, env['PITBOARD_KEY']]
  if (given.some((value) => value !== undefined && value !== '')) return null
  const named = values.server ?? env['PITBOARD_SERVER'] ?? ''
  const server = named === '' ? null : checkServer(named, `--server ${named}`)
  const paired = readPaired()
  if (paired && (server === null || server === paired.server)) return null
  return server ?? knownServer()
}

function readTarget(
  values: { server?: string; user?: string; key?: string },
  env: NodeJS.ProcessEnv,
  readPaired: () => Target | null,
): Target {
  const server = values.server ?? env['PITBOARD_SERVER'] ?? ''
  const user = values.user ?? env['PITBOARD_USER'] ?? ''
  const key = values.key ?? env['PITBOARD_KEY'] ?? ''
  if (user === '' && key === '') {
    const paired = readPaired()
    // The key of one server is never sent to another.
    if (paired && (server === '' || checkServer(server, `--server ${server}`) === paired.server)) {
      return paired
    }
  }
  for (const [name, value] of Object.entries({ server, user, key })) {
    if (value !== '') continue
    throw new Failure(
      `--${name} is missing`,
      `Pair the recorder (start it without a command), give --${name} or set PITBOARD_${name.toUpperCase()}; the dashboard settings show all three.`,
    )
  }
  return checkTarget(
    { server, user, key },
    { server: `--server ${server}`, user: `--user ${user}` },
  )
}

/** Throws a `Failure` that calls the fields by the words in `named`. */
export function checkTarget(target: Target, named: { server: string; user: string }): Target {
  const { user, key } = target
  const server = checkServer(target.server, named.server)
  if (!isUuid(user)) {
    throw new Failure(`${named.user} is not a user's id`, 'Copy it from the dashboard settings.')
  }
  return { server, user, key }
}

/** Returns the address without slashes at its end; throws a `Failure` that calls it `named`. */
export function checkServer(server: string, named: string): string {
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Failure(`${named} is not an address`, 'For example: http://localhost:8080')
  }
  return server.replace(/(?<!\/)\/+$/, '')
}

/** Returns the folder for captures where the user names no other. */
export function defaultSpool(): string {
  return join(homedir(), '.pitboard', 'spool')
}

function isUuid(text: string): boolean {
  return Value.Check(Uuid, text)
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Failure(`${text} is not a port`, 'Ports go from 1 to 65535; the game sends to 20777.')
}

/** Reads an address such as "127.0.0.1:20778". */
export function readAddress(text: string): Address {
  const colon = text.lastIndexOf(':')
  if (colon < 1) {
    throw new Failure(`--forward ${text} lacks a port`, 'For example: --forward 127.0.0.1:20778')
  }
  return { host: text.slice(0, colon), port: readPort(text.slice(colon + 1)) }
}

function readDiskLimit(text: string): number {
  if (text === 'none') return Infinity
  const gigabytes = Number(text)
  if (text.trim() !== '' && gigabytes > 0) return gigabytes * GIGABYTE
  throw new Failure(
    `--disk-limit ${text} is not a number of gigabytes`,
    'A number such as 5, or none.',
  )
}

function readSpeed(text: string): number {
  if (text === 'max') return Infinity
  const speed = Number(text)
  if (text.trim() !== '' && speed > 0 && speed <= 1000) return speed
  throw new Failure(`--speed ${text} is not a speed`, 'A factor such as 1, 2.5 or 20, or max.')
}

// Returns the folder that the user is in: npm runs its scripts in the repository's folder, whatever folder it was
// called in.
function startFolder(env: NodeJS.ProcessEnv): string {
  const called = env['npm_lifecycle_event'] === 'recorder' ? env['INIT_CWD'] : undefined
  return called ?? process.cwd()
}
