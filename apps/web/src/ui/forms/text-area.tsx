import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { CONTROL_LOOK } from '../control-style.ts'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Several lines of text; grows with what is written. */
export function TextArea({ rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      render={
        <textarea {...rest} rows={rows} className={`${CONTROL_LOOK} field-sizing-content py-2`} />
      }
    />
  )
}
