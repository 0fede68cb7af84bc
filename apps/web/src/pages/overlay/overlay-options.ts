import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { ColumnKey } from '../../features/timing-tower/columns/tower-columns.tsx'
import { type ChosenDrivers, NO_DRIVERS, RIVALS_MAX } from '../../timing/chosen-drivers.ts'
import { readSceneFragment } from './overlay-scene.ts'
import { LANGUAGES, type Language } from '@pitboard/contract/words/languages'

export const OVERLAY_PARTS = ['strip', 'tower', 'leaders', 'battle', 'message'] as const
export type OverlayPart = (typeof OVERLAY_PARTS)[number]

/** `dark` and `light` lie over the picture, `clear` lets it shine through. */
export const OVERLAY_THEMES = ['dark', 'light', 'clear'] as const
export type OverlayTheme = (typeof OVERLAY_THEMES)[number]

export interface OverlayOptions {
  readonly parts: readonly OverlayPart[]
  /** They are keys of the columns between driver and status; null stands for those that suit the session. */
  readonly columns: readonly string[] | null
  readonly rows: number
  readonly theme: OverlayTheme
  /** Null stands for the browser's. */
  readonly language: Language | null
  /** The overlay lags this many seconds behind the session, to match a picture that lags, too. */
  readonly delaySeconds: number
  /** These drivers have a sign for every viewer: streaming software stores no choice of a reader. */
  readonly marked: ChosenDrivers
  /** Anybody who knows the secret can switch the scene; with null nobody can. */
  readonly sceneSecret: string | null
}

/** This word in an address plays a sample race in place of the session. */
export const SAMPLE = 'sample'

export const ROWS_MAX = 30
export const DELAY_SECONDS_MAX = 300
const COLUMNS_MAX = 20
const NAME_MAX = 100

export const DEFAULT_OVERLAY: OverlayOptions = {
  parts: ['strip', 'tower', 'message'],
  columns: null,
  rows: 24,
  theme: 'dark',
  language: null,
  delaySeconds: 0,
  marked: NO_DRIVERS,
  sceneSecret: null,
}

/** The tower has these columns beside position, driver and status. */
export const COLUMNS_OF_KIND: Readonly<Record<SessionKind, readonly ColumnKey[]>> = {
  race: ['interval', 'tyre'],
  qualifying: ['best', 'gap'],
  practice: ['best', 'gap'],
  timeTrial: ['best', 'lapDelta'],
}

/** This is an edge: what an address does not say, or says wrong, is the default. */
export function readOverlayOptions(params: URLSearchParams, fragment = ''): OverlayOptions {
  const list = (name: string) => [...new Set(params.get(name)?.split(',') ?? [])]
  const parts = OVERLAY_PARTS.filter((part) => list('parts').includes(part))
  const columns = list('columns')
    .filter((key) => key !== '')
    .slice(0, COLUMNS_MAX)
  const theme = OVERLAY_THEMES.find((known) => known === params.get('theme'))
  return {
    parts: parts.length > 0 ? parts : DEFAULT_OVERLAY.parts,
    columns: columns.length > 0 ? columns : null,
    rows: readNumber(params.get('rows'), 1, ROWS_MAX) ?? DEFAULT_OVERLAY.rows,
    theme: theme ?? DEFAULT_OVERLAY.theme,
    language: LANGUAGES.find((language) => language === params.get('lang')) ?? null,
    delaySeconds: readNumber(params.get('delay'), 0, DELAY_SECONDS_MAX) ?? 0,
    marked: readMarked(params),
    sceneSecret: readSceneFragment(fragment),
  }
}

function readMarked(params: URLSearchParams): ChosenDrivers {
  const own = params.get('own') ?? ''
  return {
    own: isName(own) ? own : null,
    rivals: params.getAll('rival').filter(isName).slice(0, RIVALS_MAX),
  }
}

function isName(text: string): boolean {
  return text !== '' && text.length <= NAME_MAX
}

function readNumber(text: string | null, min: number, max: number): number | null {
  return text !== null && /^\d{1,3}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : null
}

/** Returns the address's parameters, without those that are the default; it is empty or has its question mark. */
export function overlaySearch(options: OverlayOptions): string {
  const { parts, columns, rows, theme, language, delaySeconds, marked } = options
  const entries = [
    ['parts', parts.join() === DEFAULT_OVERLAY.parts.join() ? '' : parts.join()],
    ['columns', columns?.join() ?? ''],
    ['rows', rows === DEFAULT_OVERLAY.rows ? '' : String(rows)],
    ['theme', theme === DEFAULT_OVERLAY.theme ? '' : theme],
    ['lang', language ?? ''],
    ['delay', delaySeconds === 0 ? '' : String(delaySeconds)],
    ['own', encodeURIComponent(marked.own ?? '')],
    ...marked.rivals.map((name) => ['rival', encodeURIComponent(name)]),
  ].filter(([, value]) => value !== '')
  // Commas are allowed in a query, and an address that people read has them as they are.
  return entries.length === 0
    ? ''
    : `?${entries.map(([name, value]) => `${name}=${value}`).join('&')}`
}
