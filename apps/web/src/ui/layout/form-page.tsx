import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import { Prose } from '../reading/prose.tsx'
import { PageTitle } from '../shell/not-found.tsx'

export interface FormPageProps {
  readonly title: string
  /** It says what the form is good for or what comes after it (see `Prose`), beside it on a wide screen. */
  readonly about: string
  readonly aboutTitle: string
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function FormPage({ title, about, aboutTitle, below, children }: FormPageProps) {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 wide:py-6">
      <PageTitle page={title} />
      <h1>{title}</h1>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,32rem)_minmax(15rem,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card>
            <div className="flex flex-col gap-5 sm:p-2">{children}</div>
          </Card>
          {below !== undefined && <p className="text-muted">{below}</p>}
        </div>
        <div className="border-l-2 border-line pl-5 text-muted">
          <h2 className="mb-2 text-subhead text-text">{aboutTitle}</h2>
          <Prose>{about}</Prose>
        </div>
      </div>
    </div>
  )
}
