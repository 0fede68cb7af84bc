import * as spec from '@pitboard/contract/wire/enumerations'
import type { IdTables } from '../src/ids/id-tables.ts'

/** The other decoder uses these names where they say more or less than ours. */
const aliases: Readonly<Record<string, string>> = {
  carindex: 'caridx',
  fittedindex: 'fittedidx',
  vehicle1index: 'vehicle1idx',
  vehicle2index: 'vehicle2idx',
  mfdpanelindexsecondary: 'mfdpanelindexsecondaryplayer',
  telemetrysetting: 'yourtelemetry',
  tempunitsleadplayer: 'temperatureunitsleadplayer',
  tempunitssecondaryplayer: 'temperatureunitssecondaryplayer',
  affectslicenselevelsolo: 'affectslicencelevelsolo',
  affectslicenselevelmp: 'affectslicencelevelmp',
  ersharvestedlimitperlap: 'ersharvestlimitperlap',
  '2026regulations': 'has2026regulations',
  lapdata: 'cars',
  participants: 'cars',
  carsetups: 'cars',
  cartelemetrydata: 'cars',
  cartelemetry2data: 'cars',
  carstatusdata: 'cars',
  classificationdata: 'cars',
  cardamagedata: 'cars',
  carmotiondata: 'cars',
  lobbyplayers: 'players',
  laphistorydata: 'laps',
  tyrestintshistorydata: 'tyrestints',
  tyresetdata: 'sets',
  lappositions: 'positions',
  playersessionbestdataset: 'playersessionbest',
  personalbestdataset: 'personalbest',
  rivalsessionbestdataset: 'rival',
  pitlanetimeinlane: 'pitlanetime',
  pitstoptimer: 'pitstoptime',
  isvalid: 'valid',
  team: 'teamid',
}

const units = /(in)?(ms|seconds|kmh|minutes)$/

/** The other decoder adds these fields; no datagram holds them. */
const additions: ReadonlySet<string> = new Set([
  'ersmaxcapacity',
  'lapdatacount',
  'valid',
  // The lobby has this field, and sends it from 2024 only.
  'showonlinenames',
])

/** The other decoder says these enumerations in words of its own, while ours leave the game's numbers. */
const ownWords: ReadonlySet<string> = new Set([
  'activeaeromode',
  'activeaerotrackstatus',
  'airtemperaturechange',
  'antilockbrakesassist',
  'cardamage',
  'cardamagerate',
  'collisions',
  'cornercuttingstringency',
  'driverstatus',
  'dynamicracinglinecolourblind',
  'ersdeploymode',
  'flashbacklimit',
  'formationlapexperience',
  'formula',
  'fuelmix',
  'gamemode',
  'gearboxassist',
  'lowfuelmode',
  'pitstatus',
  'pitstopexperience',
  'platform',
  'racestarts',
  'readystatus',
  'recommendedsession',
  'recoverymode',
  'redflagssetting',
  'resultreason',
  'ruleset',
  'safetycarexperience',
  'safetycarsetting',
  'safetycarstatus',
  'sector',
  'sessionlength',
  'severity',
  'surfacetype',
  'tractioncontrol',
  'tractioncontrolassist',
  'tracktemperaturechange',
  'tyretemperaturemode',
  'vehiclefiaflags',
  'yourtelemetry',
  'zoneflag',
])

/** The other decoder uses these words where the specification or the appendix uses others. */
const synonyms: Readonly<Record<string, string>> = {
  inters: 'intermediate',
  practice1: 'p1',
  practice2: 'p2',
  practice3: 'p3',
  qualifying1: 'q1',
  qualifying2: 'q2',
  qualifying3: 'q3',
  vcarb: 'rb',
}

export interface Comparison {
  compared: number
  readonly wrong: string[]
}

/** Compares a field of the other decoding with ours; what ours lacks must be empty there. */
export function compare(
  theirs: unknown,
  ours: unknown,
  ids: IdTables,
  path: string,
  result: Comparison,
): void {
  const name = plain(path.slice(path.lastIndexOf('.') + 1).replaceAll(/\[\d+\]/g, ''))
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    for (const [i, item] of theirs.entries()) compare(item, ours[i], ids, `${path}[${i}]`, result)
  } else if (isObject(theirs) && isObject(ours)) {
    const own = new Map(Object.entries(ours).map(([field, value]) => [plain(field), value]))
    for (const [field, value] of Object.entries(theirs)) {
      if (field.endsWith('-minutes') || field.endsWith('-str')) continue
      const mine = own.get(plain(field)) ?? partsOf(own, plain(field), value)
      compare(value, mine, ids, `${path}.${field}`, result)
    }
  } else if (typeof theirs === 'string' && typeof ours === 'number') {
    if (ownWords.has(name)) return
    check(theirs === String(ours) || sameWord(theirs, wordOf(ids, name, ours)))
  } else if (ours === undefined || ours === null) {
    if (!isNothing(theirs) && !additions.has(name)) result.wrong.push(`${path}: missing here`)
  } else {
    check(sameValue(theirs, ours))
  }

  function check(same: boolean): void {
    result.compared++
    if (!same) result.wrong.push(`${path}: ${String(theirs)} is ${String(ours)} here`)
  }
}

function plain(name: string): string {
  const bare = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(units, '')
  return aliases[bare] ?? bare
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether a value stands in the other decoding for a field that a year does not send. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isNothing)
  return value === 0 || value === false || value === null || typeof value === 'string'
}

function sameValue(theirs: unknown, ours: unknown): boolean {
  if (typeof theirs === 'boolean') return theirs === (ours !== 0)
  return theirs === ours || (theirs === -1 && ours === 255)
}

/**
 * Returns the parts of an object. What is one object there may be fields of one name here: `gForce:
 * {lateral}`, `gForceLateral`.
 */
function partsOf(own: ReadonlyMap<string, unknown>, name: string, theirs: unknown): unknown {
  if (!isObject(theirs)) return undefined
  const parts = Object.keys(theirs).map((part) => [
    part,
    own.get(`${name}${plain(part)}`) ?? own.get(plain(part)),
  ])
  return Object.fromEntries(parts)
}

function wordOf(ids: IdTables, name: string, id: number): string | null {
  switch (name) {
    case 'teamid':
      return id === 255 || id === 65_535 ? 'MY_TEAM' : (ids.teams[id]?.name ?? null)
    case 'nationality':
      return id === 0 ? 'Unspecified' : (ids.nationalities[id] ?? String(id))
    case 'trackid':
      return ids.tracks[id] ?? null
    case 'sessiontype':
    case 'weekendstructure':
      return spec.nameOf(spec.SessionType, ids.sessionTypes[id] ?? -1)
    case 'weather':
      return spec.nameOf(spec.Weather, ids.weathers[id] ?? -1)
    case 'resultstatus':
      return spec.nameOf(spec.ResultStatus, ids.resultStatuses[id] ?? -1)
    case 'visualtyrecompound':
    case 'tyrevisualcompound':
    case 'tyrestintsvisual':
      return spec.nameOf(spec.TyreCompound, ids.tyreCompounds[id] ?? -1) ?? 'Unknown'
    case 'actualtyrecompound':
    case 'tyreactualcompound':
    case 'tyrestintsactual':
      return ids.actualTyreCompounds[id] ?? 'Unknown'
    default:
      return null
  }
}

function sameWord(theirs: string, ours: string | null): boolean {
  if (ours === null) return false
  const word = letters(theirs)
  return (synonyms[word] ?? word) === letters(ours)
}

function letters(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
