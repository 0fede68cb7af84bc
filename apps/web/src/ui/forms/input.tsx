import type { ComponentProps } from 'react'
import { CONTROL_LOOK } from '../control-style.ts'
import { useFieldControl } from './field.tsx'

type InputProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'value' | 'defaultValue'
> & {
  readonly value?: string
  readonly defaultValue?: string
}

/** Browsers accept years of six digits without this limit. */
const LAST_MOMENT = '9999-12-31T23:59'

/** Takes a line of text; inside a Field it is named by it. */
export function Input(props: InputProps) {
  const max = props.type === 'datetime-local' ? LAST_MOMENT : undefined
  return <input max={max} {...useFieldControl()} {...props} className={CONTROL_LOOK} />
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Takes several lines of text, and grows with what is written. */
export function TextArea({ rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      rows={rows}
      className={`${CONTROL_LOOK} field-sizing-content py-2`}
    />
  )
}
