import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { readStored, writeStored } from '../../state/browser-storage.ts'
import { useStore } from '../../state/store.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { advancingCount } from '@pitboard/analysis/outcome/advancing-count'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { flyingPlaces } from '../live/lap-projection.ts'
import { liveSeason } from '../live/live-season.ts'
import { pinnedPlaces, useIsPinned } from '../live/pinned-drivers.ts'
import { useLive, useSessionKind } from '../race/use-live.ts'
import { useChosenColumns } from './columns/use-chosen-columns.ts'
import { flyingFirst } from './columns/order-choice.ts'
import { codeAndName, NAME_ALONE_MIN, nameLetters } from './columns/name-width.ts'
import { fittingColumns, growingWidth, layoutOf } from './table/tower-column.ts'
import { type ColumnKey, columnsOf, withWholeNames } from './columns/tower-columns.tsx'
import { FIXED_COLUMNS, TOWER_PRESETS } from './columns/tower-presets.ts'
import { TowerTable } from './table/tower-table.tsx'

declare module 'react' {
  interface CSSProperties {
    '--cars'?: number
    '--pins-above'?: number
    '--pins-below'?: number
  }
}

/** Shows the order of the cars and their times, in as many columns as there is room for. */
export function TimingTower() {
  const kind = useSessionKind()
  return <TowerOfKind key={kind} kind={kind} />
}

/** The limit is in rem; a narrower tower shows one group of columns at a time. */
const NARROW_BELOW = 36
/** It is the width of the sign that the own driver and rivals have beside their names. */
const MARK = 1.25
/** The style sheet has the same values. */
const SPACING = { narrow: { gap: 0.375, edge: 0.5 }, wide: { gap: 0.625, edge: 1.5 } } as const

function TowerOfKind({ kind }: { readonly kind: SessionKind }) {
  const t = useText()
  const [section, room] = useRoom()
  const { columns: chosen, isOwn: isOwnChoice } = useChosenColumns(kind)
  const hasPoints = (useStore(liveSeason)?.points ?? null) !== null
  const advancing = useLive(advancingCount)
  const hasCut = advancing !== null
  const isFlyingFirst = useStore(flyingFirst) && kind === 'qualifying'
  const groups = TOWER_PRESETS[kind].groups.filter(({ key }) => hasPoints || key !== 'season')
  const [groupKey, setGroupKey] = useState(() => readStored(`tower.group.${kind}`))
  const group = groups.find(({ key }) => key === groupKey) ?? groups[0]
  const isNarrow = room < NARROW_BELOW
  const wanted = isNarrow
    ? [...FIXED_COLUMNS.slice(0, 2), ...(group?.columns ?? []), ...FIXED_COLUMNS.slice(2)]
    : chosen
  const shown = wanted.filter((key) => (hasPoints || key !== 'points') && (hasCut || key !== 'cut'))
  const keys = shown.join()
  const isPinned = useIsPinned()
  const pinned = useLive((session) => pinnedPlaces(session, isPinned)) ?? ''
  const letters = useLive(nameLetters) ?? 0
  const nameWidth = codeAndName(letters) + (pinned === '' ? 0 : MARK)
  const bareKeys = useLive((session) => bareColumns(shown, session)) ?? ''
  const { layout, hasNamesAlone } = useMemo(() => {
    const { gap, edge } = isNarrow ? SPACING.narrow : SPACING.wide
    const columns = columnsOf(shown)
    const bare = bareKeys.split(',')
    // The last column needs its width alone, without a gap.
    const space = room - edge + gap
    // No column of a chosen group gives way to names, and none that was chosen here to whole names.
    const plain = isNarrow ? columns.map(({ roomy: _roomy, ...column }) => column) : columns
    const ranked = isNarrow || isOwnChoice ? plain : withWholeNames(plain, nameWidth)
    const fitting = fittingColumns(ranked, space, gap)
    const width = growingWidth(fitting, bare, space, gap)
    const hasNamesAlone = isNarrow && width >= NAME_ALONE_MIN && width < nameWidth
    return { layout: layoutOf(fitting, bare), hasNamesAlone }
    // oxlint-disable-next-line react/exhaustive-deps -- `keys` stands for `shown`, which may be a new list of the same columns
  }, [keys, bareKeys, isNarrow, isOwnChoice, room, nameWidth])
  const cars = useLive(({ drivers }) => drivers.length) ?? 0
  return (
    <section
      ref={section}
      aria-label={t('screen.timing')}
      className="tower min-w-0"
      data-names={hasNamesAlone ? 'alone' : undefined}
      style={{ '--cars': Math.max(1, cars) }}
    >
      {isNarrow && (
        <div className="mb-1.5">
          <ChoiceBar
            label={t('screen.columns')}
            value={group?.key ?? ''}
            onChange={(key) => {
              setGroupKey(key)
              writeStored(`tower.group.${kind}`, key)
            }}
            options={groups.map(({ key, label }) => ({ value: key, label: t(label) }))}
          />
        </div>
      )}
      <TowerTable
        layout={layout}
        rows={Number.POSITIVE_INFINITY}
        advancing={advancing}
        pinned={pinned}
        firstPlaces={isFlyingFirst ? flyingPlaces : null}
      />
    </section>
  )
}

/** Returns the keys of the columns in which nothing stands, joined by commas. */
function bareColumns(keys: readonly ColumnKey[], session: LiveSession): string {
  return columnsOf(keys)
    .filter(({ bare }) => bare?.isBare(session))
    .map(({ key }) => key)
    .join()
}

/** Returns the width in rem, because columns grow with the font size. It is measured before the first paint. */
function useRoom(): [RefObject<HTMLElement | null>, number] {
  const section = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = section.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // The room goes in steps of a rem, so that a window that changes does not render the tower at every pixel.
      setRoom(Math.floor(element.clientWidth / rem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [section, room]
}
