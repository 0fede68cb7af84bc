import { type Theme, THEMES } from '../../ui/styles/apply-theme.ts'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { LANGUAGES, type Language } from '@pitboard/contract/words/languages'

/** An embed looks like this, as its address says. */
export interface EmbedOptions {
  readonly theme: Theme
  /** Null stands for the browser's. */
  readonly language: Language | null
  /** It is `#rrggbb`; null stands for the colour of the league. */
  readonly accent: string | null
  /** Null stands for all. */
  readonly rows: number | null
  /** The embed shows this tier of the season; null stands for the best one. */
  readonly tier: string | null
}

const EMBED_ROWS_MAX = 100

export const DEFAULT_EMBED: EmbedOptions = {
  theme: 'auto',
  language: null,
  accent: null,
  rows: null,
  tier: null,
}

/** This is an edge: what an address does not say, or says wrong, is the default. */
export function readEmbedOptions(params: URLSearchParams): EmbedOptions {
  const rows = params.get('rows') ?? ''
  const [, accent] = /^#?([0-9a-f]{6})$/i.exec(params.get('accent') ?? '') ?? []
  return {
    theme: THEMES.find((theme) => theme === params.get('theme')) ?? DEFAULT_EMBED.theme,
    language: LANGUAGES.find((language) => language === params.get('lang')) ?? null,
    accent: accent === undefined ? null : `#${accent.toLowerCase()}`,
    tier: params.get('tier')?.slice(0, TEXT_MAX.tier) || DEFAULT_EMBED.tier,
    rows: /^[1-9]\d{0,2}$/.test(rows) ? Math.min(EMBED_ROWS_MAX, Number(rows)) : null,
  }
}

/** Returns the parameters of an address, without those that are the default; it is empty or has its question mark. */
export function embedSearch({ theme, language, accent, rows, tier }: EmbedOptions): string {
  const params = new URLSearchParams({
    ...(theme !== DEFAULT_EMBED.theme && { theme }),
    ...(language !== null && { lang: language }),
    ...(accent !== null && { accent: accent.slice(1) }),
    ...(rows !== null && { rows: String(rows) }),
    ...(tier !== null && { tier }),
  })
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** Returns the parameters of the call for a season. */
export function tierQuery({ tier }: EmbedOptions): { readonly tier?: string } {
  return tier === null ? {} : { tier }
}
