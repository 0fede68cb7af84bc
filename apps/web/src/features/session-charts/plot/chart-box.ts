export const CHART_BOX =
  'chart-box min-w-0 break-inside-avoid rounded-l border border-line bg-panel p-3 sm:p-4'

/** About how high a chart is: so much is kept free of one that is not laid out yet. */
export const CHART_ROOM = {
  lines: '[contain-intrinsic-height:auto_45rem] wide:[contain-intrinsic-height:auto_35rem]',
  bars: '[contain-intrinsic-height:auto_37rem]',
  strip: '[contain-intrinsic-height:auto_12rem]',
} as const
